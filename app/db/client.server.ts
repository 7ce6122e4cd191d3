import { join } from "node:path"
import { sql } from "drizzle-orm"
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import type pg from "pg"
import { packageRoot } from "#app/kit/lib/package-root.server.ts"
import { ADVISORY_LOCKS } from "./advisory-locks.ts"
import { DatabaseDownError } from "./circuit-breaker.ts"
import { joinEmbedded } from "./embedded/embedded.server.ts"
import { openWatchedPool } from "./outages.server.ts"
import { refuseSharedConnections } from "./pooler.server.ts"
import { isNewerAndFits, sayWhatFits } from "./schema-fits.server.ts"
import { makeDatabase, makeSession, type Session } from "./session.server.ts"
import { WatchedClient, type WatchedPool } from "./watched-pool.server.ts"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]

/**
 * Which database: a server's, or without its address the embedded one of a data folder, perhaps of a site whose new program is being
 * tried.
 */
export type DatabasePlace = { databaseUrl?: string; dataDir: string; trialOf?: string }

type Open = { pool: WatchedPool; session: Session; close: () => Promise<void> }
/** Hot reload evaluates this module anew while the database stays open. */
const globals = globalThis as { ckoDatabase?: Open }

/** The database that is open at the time. */
export const db: Database = makeDatabase(() => opened().session)

/** To wait for a free connection, too: a rush of visitors must be served late rather than not at all. */
const TURN_MS = 30_000

/**
 * - What is asked for is in memory, or on a disk without moving parts: rows found by an index cost little more than rows in a row. The
 *   server's own default (4) makes it read whole tables for a page of rows.
 * - Whose machine is gone (within half a minute), or stands still (within one), must not hold its rows against all others.
 */
const SETTINGS = `set random_page_cost = 1.1; set idle_in_transaction_session_timeout = '60s';
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = '25s'`

/** A site at rest asks a few times a minute: it makes no connection anew for it. */
const IDLE_MS = 60_000

/**
 * Opens the database (a PostgreSQL server when `databaseUrl` is given, else the embedded one in `dataDir`) and brings
 * its schema up to date, one process at a time.
 *
 * @param connections how many the pool has at most
 * @param keepsSchema leaves the schema as it is, for who only looks
 * @param beforeFirst is called before the first table of an empty database is made, and by throwing prevents it
 * @returns the address of the database that was opened
 * @throws EmbeddedDatabaseError when the embedded one cannot be started; OutdatedDatabaseError when the way to this schema is no
 *   longer known; NewerDatabaseError when a newer program made it another one; PooledDatabaseError behind a pooler that keeps no
 *   sessions; what the driver says when it cannot connect
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  trialOf,
  connections = 10,
  keepsSchema = false,
  beforeFirst,
}: DatabasePlace & { connections?: number; keepsSchema?: boolean; beforeFirst?: () => Promise<void> }) {
  if (databaseUrl && !keepsSchema) await refuseSharedConnections(databaseUrl)
  const embedded = databaseUrl ? undefined : await joinEmbedded(dataDir, undefined, trialOf)
  const connectionString = databaseUrl ?? embedded?.url ?? ""
  try {
    if (!keepsSchema) await runMigrations(connectionString, beforeFirst)
  } catch (error) {
    await embedded?.leave()
    throw error
  }
  const { pool, close } = openPool(connectionString, connections, embedded?.revive)
  globals.ckoDatabase = {
    pool,
    session: makeSession(pool),
    async close() {
      await close()
      await embedded?.leave()
    },
  }
  return connectionString
}

/** Lets running queries end, then closes the database. */
export async function closeDatabase() {
  await globals.ckoDatabase?.close()
  globals.ckoDatabase = undefined
}

/** The open database's connections, for what drizzle does not do. @throws DatabaseDownError when none is open */
export function connectionPool(): WatchedPool {
  return opened().pool
}

/**
 * What is made once for a database and kept while it is open.
 *
 * @param make may ask for it
 */
export function oncePerDatabase<Made>(make: () => Made): () => Made {
  let made: { from: Open; value: Made } | undefined
  return () => {
    const from = opened()
    if (made?.from !== from) made = { from, value: make() }
    return made.value
  }
}

/**
 * A statement that is built and planned once and then only executed, for the queries of every visit.
 *
 * @param build makes the statement (`.prepare(name)`)
 */
export const preparedOnce = oncePerDatabase

/** True while nothing was ever created in the database. */
export async function isUntouched(on: Database | Transaction = db) {
  const { rows } = await on.execute<{ untouched: boolean }>(
    sql`select every(last_value is null) as untouched from pg_sequences where schemaname = 'public'`,
  )
  return rows[0]?.untouched === true
}

function opened() {
  if (!globals.ckoDatabase) throw new DatabaseDownError("no database is open")
  return globals.ckoDatabase
}

function openPool(connectionString: string, connections: number, revive?: () => Promise<void>) {
  return openWatchedPool(
    {
      connectionString,
      max: connections,
      connectionTimeoutMillis: TURN_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      onConnect: (client) => client.query(SETTINGS),
    },
    revive,
  )
}

/** Brings a database's schema up to date. Over a connection that nobody watches: a migration may take its time. */
export async function runMigrations(connectionString: string, beforeFirst?: () => Promise<void>) {
  const connection = new WatchedClient({ connectionString })
  await connection.connect()
  try {
    await connection.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migrations])
    if (beforeFirst) {
      const { rows } = await connection.query("select to_regclass('public.episodes') is null as empty")
      if (rows[0]?.empty) await beforeFirst()
    }
    if (await hasMigrations(connection)) {
      await refuseOutdated(connection)
      if (await isNewerAndFits(connection)) return
    }
    await migrate(drizzle(connection), { migrationsFolder: join(packageRoot(), "drizzle") })
    await sayWhatFits(connection)
  } finally {
    // Its lock ends with it.
    await connection.end()
  }
}

/**
 * The first migrations make in one go what some forty made one after the other: a database that has all of these is at this
 * moment, to which the newest of both is dated, and goes on from here.
 */
const FIRST_STATE = 1_795_612_974_798
const LAST_VERSION_BEFORE = "bd406577"

async function hasMigrations(connection: pg.Client) {
  const { rows } = await connection.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as known",
  )
  return rows[0]?.known === true
}

/** @throws OutdatedDatabaseError when the database has not come as far */
async function refuseOutdated(connection: pg.Client) {
  const latest = await connection.query(
    "select max(created_at)::float8 as at from drizzle.__drizzle_migrations",
  )
  const { at } = latest.rows[0]
  if (at !== null && at < FIRST_STATE) throw new OutdatedDatabaseError()
}

export class OutdatedDatabaseError extends Error {
  override name = "OutdatedDatabaseError"
  override message =
    "Cette base vient d’une version du site d’avant le 25 novembre 2026 : rien n’a été changé. Démarrez d’abord une fois la version " +
    `${LAST_VERSION_BEFORE} (git checkout ${LAST_VERSION_BEFORE} && npm ci && npm start), puis revenez à celle-ci.`
}
