import { AsyncLocalStorage } from "node:async_hooks"
import type pg from "pg"
import { log } from "#app/kit/lib/log.server.ts"
import { DatabaseDownError } from "./circuit-breaker.ts"
import { connectionPool } from "./client.server.ts"
import { askSmallest, watchPool } from "./outages.server.ts"
import { refuseSharedConnections } from "./pooler.server.ts"
import type { StandIn, WatchedPool } from "./watched-pool.server.ts"

export type ReplicaState = "used" | "late" | "gone" | "foreign"

/** Which database the primary is, and how far it was at some moment: in its log, and on its clock. */
type Mark = { cluster: string; database: string; lsn: string; at: string }
/** One rendering: how far a replica must be for it, and which one has answered it. Without a mark the primary answers. */
type Reading = { mark?: Mark; server?: string }

/** What notifies nobody (the counts on cards) is older than this by no more than a page lives. */
const MARK_MS = 10_000
/** Each replica is behind by a moment; only one that is for longer is said to be. */
const LATE_MS = 10_000
/** A page's statements take milliseconds. Where the replica waits for a lock whose end it has not heard of, the primary answers. */
const SETTINGS = "set random_page_cost = 1.1; set statement_timeout = '2s'"
/** For one of its connections to be free. */
const TURN_MS = 2_000
const IDLE_MS = 60_000

/** The log's end may not be on the disk yet: a commit need not wait for that, and notifies at once. */
const MARK = `select (select system_identifier from pg_control_system())::text as cluster, current_database() as database,
  pg_current_wal_insert_lsn()::text as lsn, clock_timestamp()::text as at`
const LOOK = `select pg_postmaster_start_time()::text as server, current_database() = $2
    and (select system_identifier from pg_control_system())::text = $1 as "isSame", pg_is_in_recovery() as "isReplica",
  coalesce(pg_last_wal_replay_lsn() >= $3::pg_lsn and clock_timestamp() >= $4::timestamptz, false) as "isThere"`
type Look = { server: string; isSame: boolean; isReplica: boolean; isThere: boolean }

const readings = new AsyncLocalStorage<Reading>()
let marked: { at: number; mark: Promise<Mark | undefined> } | undefined
let opened: { primary: WatchedPool; state: ReplicaState } | undefined

/**
 * Reads from the replica, where there is one, what is rendered for everybody alike: single statements, as long as it answers and has
 * all that was heard of when the rendering began. Otherwise, and for whatever the replica refuses (a write), the primary is asked,
 * and from then on for all of this rendering: no statement sees less than the one before it.
 */
export async function readFromReplica<Result>(render: () => Promise<Result>) {
  if (!opened || opened.state === "gone") return render()
  const reading: Reading = { mark: await currentMark(opened.primary) }
  // What it set off may go on after it, and is no rendering.
  return readings.run(reading, render).finally(() => (reading.mark = undefined))
}

/** Something changed: what is rendered from now on must show it. To be called before a page is forgotten for it. */
export function noteChange() {
  marked = undefined
}

/** How the replica is, looked at now; undefined where there is none. */
export async function examineReplica() {
  const { primary } = opened ?? {}
  await readFromReplica(async () => primary?.query("select 1"))
  return opened?.state
}

/**
 * Lets a streaming replica answer in the primary's place (docs/decisions/database.md). One that cannot be reached, or has become a
 * primary, is no reason not to start.
 *
 * @param connectionString its address
 * @param connections how many it is read over at most
 * @returns the function that closes it, to be called before the database is closed
 * @throws ReplicaError where it leads to other data; PooledDatabaseError behind a pooler that keeps no sessions
 */
export async function openReplica(connectionString: string, connections: number) {
  const primary = connectionPool()
  const reached = new WeakMap<pg.PoolClient, { mark: Mark; server: string }>()
  const current: { primary: WatchedPool; state: ReplicaState } = { primary, state: "used" }
  let lateSince: number | undefined
  let failure: unknown

  const { pool, breaker, close } = watchPool(
    {
      connectionString,
      max: connections,
      connectionTimeoutMillis: TURN_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      onConnect: (client) => client.query(SETTINGS),
    },
    {
      probe: () =>
        askSmallest(connectionString).then(
          () => true,
          (error: unknown) => {
            failure = error
            return false
          },
        ),
      onOpen: () => become("gone", failure),
      onClose: () => become("used"),
      onFailure(error) {
        if (!(error instanceof DatabaseDownError)) breaker.suspect()
      },
    },
  )
  pool.on("error", breaker.suspect)

  function become(state: ReplicaState, why: unknown = {}) {
    lateSince = undefined
    if (current.state !== state) log.info(why, SAID[state])
    current.state = state
  }

  function noteLate() {
    const now = performance.now()
    const since = (lateSince ??= now)
    if (now - since < LATE_MS) return
    become("late")
    lateSince = since
  }

  async function look(client: pg.PoolClient, { cluster, database, lsn, at }: Mark) {
    const { rows } = await client.query<Look>(LOOK, [cluster, database, lsn, at])
    const [found] = rows
    if (!found?.isSame || !found.isReplica) become("foreign")
    else if (found.isThere) become("used")
    else noteLate()
    return found
  }

  /** Each connection is asked once for each mark: behind one address there may be several servers. */
  async function requireThere(client: pg.PoolClient, reading: Reading, mark: Mark) {
    let known = reached.get(client)
    if (known?.mark !== mark) {
      const found = await look(client, mark)
      if (!found?.isSame || !found.isReplica || !found.isThere)
        throw new NotThereError("it is behind, or none")
      known = { mark, server: found.server }
      reached.set(client, known)
    }
    reading.server ??= known.server
    if (reading.server !== known.server) throw new NotThereError("another server than before")
  }

  async function answer(reading: Reading, mark: Mark, statement: unknown[]) {
    const client = await pool.connect()
    try {
      await requireThere(client, reading, mark)
      return await (Reflect.apply(client.query, client, statement) as Promise<unknown>)
    } finally {
      client.release()
    }
  }

  const standIn: StandIn = (statement) => {
    const reading = readings.getStore()
    if (!reading?.mark) return undefined
    return answer(reading, reading.mark, statement).catch((error: unknown) => {
      log.debug(error, "not read from the replica")
      reading.mark = undefined
      return Reflect.apply(primary.query, primary, statement) as Promise<unknown>
    })
  }

  async function refuseOther() {
    const mark = await currentMark(primary)
    const client = mark && (await pool.connect().catch(() => undefined))
    if (!client) return
    try {
      if ((await look(client, mark))?.isSame === false) throw new ReplicaError()
      await refuseSharedConnections(connectionString, "DATABASE_READ_URL")
    } finally {
      client.release()
    }
  }

  await refuseOther().catch(async (error: unknown) => {
    await close()
    throw error
  })
  primary.standIn = standIn
  opened = current
  return async () => {
    opened = undefined
    primary.standIn = undefined
    await close()
  }
}

const SAID: Record<ReplicaState, string> = {
  used: "pages are read from the replica again",
  late: "the replica lags: pages are read from the primary until it is there",
  gone: "the replica does not answer: pages are read from the primary until it does",
  foreign: "DATABASE_READ_URL leads to no replica of this database: pages are read from the primary",
}

function currentMark(primary: WatchedPool) {
  const now = performance.now()
  if (!marked || now - marked.at > MARK_MS) {
    const mark = primary.query<Mark>(MARK).then(
      ({ rows }) => rows[0],
      () => undefined,
    )
    marked = { at: now, mark }
  }
  return marked.mark
}

class NotThereError extends Error {
  override name = "NotThereError"
}

export class ReplicaError extends Error {
  override name = "ReplicaError"
  override message =
    "DATABASE_READ_URL mène à d’autres données que DATABASE_URL. Donnez l’adresse d’une réplique de cette base (réplication physique, en " +
    "continu), ou ôtez cette variable."
}
