import type { Socket } from "node:net"
import pg from "pg"
import { log } from "../lib/log.server.ts"
import { requestContext } from "../http/request-context.server.ts"
import { isUnavailable } from "./errors.server.ts"

/** Who waits for longer makes us ask whether the database still answers at all. */
const SUSPICIOUS_MS = 2_000
/** It has this long for the smallest question over a new connection, and is asked this often while it does not answer. */
const PROBE_MS = 2_000
const INTERVAL_MS = 500
/** A single statement; a connection that is silent for longer is dead, though nobody told us. */
const LONGEST_MS = 60_000
/** Between two tries to bring it back. */
const REVIVE_MS = 1_000

/** What is refused at once while the database is known not to answer. */
export class DatabaseDownError extends Error {
  override name = "DatabaseDownError"
}

type Waiting = { since: number; client?: pg.PoolClient; giveUp: (error: Error) => void }
type Asking = (...args: unknown[]) => Promise<unknown>

/**
 * Lets nobody wait for a database that does not answer: whoever waits for a connection or an answer of it is told so
 * within seconds, and who comes then at once, until it answers again. A request that failed for it remembers so.
 *
 * @param server how to reach it anew
 * @param revive starts it where it is ours to start and does not run; otherwise does nothing
 * @returns the function that stops looking
 */
export function watchOutages(pool: pg.Pool, server: pg.ClientConfig, revive?: () => Promise<void>) {
  const clients = new Set<pg.PoolClient>()
  const waiting = new Set<Waiting>()
  let isDown = false
  let revivedAt = -Infinity
  let asking: Promise<void> | undefined

  function wait<Result>(
    ask: () => Promise<Result>,
    tooLate: (result: Result) => void,
    client?: pg.PoolClient,
  ) {
    const result = new Promise<Result>((resolve, reject) => {
      if (isDown) return reject(new DatabaseDownError(DOWN))
      const entry = { since: performance.now(), client, giveUp: reject }
      waiting.add(entry)
      ask()
        .then((value) => (waiting.has(entry) ? resolve(value) : tooLate(value)), reject)
        .finally(() => waiting.delete(entry))
    })
    result.catch((error: unknown) => {
      if (!isUnavailable(error)) return
      const request = requestContext.getStore()
      if (request) request.isDatabaseDown = true
      look()
    })
    return result
  }

  const connect = pool.connect.bind(pool)
  const waitForClient = () =>
    wait(
      () => connect(),
      (client) => client.release(),
    )
  pool.connect = waitForClient as typeof pool.connect
  pool.query = (async (...args: unknown[]) => {
    const client = await waitForClient()
    try {
      const result = await (client.query as unknown as Asking)(...args)
      client.release()
      return result
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }) as typeof pool.query
  pool.on("connect", (client) => {
    clients.add(client)
    // Between two statements of a transaction nobody else listens; the next statement fails anyway.
    client.on("error", () => {})
    client.query = ((...args: unknown[]) =>
      wait(
        () => Reflect.apply(pg.Client.prototype.query as unknown as Asking, client, args),
        () => {},
        client,
      )) as typeof client.query
  })
  pool.on("remove", (client) => clients.delete(client))

  /** Asks the database whether it answers, unless that is being asked. */
  function look() {
    asking ??= ask().finally(() => (asking = undefined))
  }

  function goOn() {
    if (isDown) log.warn("the database answers again")
    isDown = false
  }
  heard = { answer: goOn, silence: look }

  async function ask() {
    if (await doesAnswer(server)) return goOn()
    if (!isDown) refuseAll()
    if (!revive || performance.now() - revivedAt < REVIVE_MS) return
    await revive().catch((error: unknown) => log.error(error, "the embedded database was not started again"))
    revivedAt = performance.now()
  }

  function refuseAll() {
    isDown = true
    log.error("the database does not answer: requests that need it are refused until it does")
    for (const client of clients) socketOf(client).destroy()
    for (const { giveUp } of waiting) giveUp(new DatabaseDownError(DOWN))
    waiting.clear()
  }

  const timer = setInterval(() => {
    const now = performance.now()
    for (const { client, since } of waiting) {
      if (now - since > SUSPICIOUS_MS) look()
      if (client && now - since > LONGEST_MS) socketOf(client).destroy()
    }
    if (isDown) look()
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

let heard: { answer: () => void; silence: () => void } | undefined

/** Who has a connection of their own that was answered says so, before others are sent to ask for what they lack. */
export function noteAnswer() {
  heard?.answer()
}

/** Who has a connection of their own that was lost says so, before others find it out. */
export function noteSilence() {
  heard?.silence()
}

const DOWN = "the database does not answer"

async function doesAnswer(config: pg.ClientConfig) {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  client.on("error", () => {})
  try {
    await client.connect()
    await client.query("select 1")
    return true
  } catch (error) {
    // What it says for itself, such as that it has no room for one more connection, is an answer.
    return !isUnavailable(error) || (error as { code?: string }).code?.startsWith("53") === true
  } finally {
    socketOf(client).destroy()
  }
}

/** Cut, a connection fails whoever waits for it and leaves its pool; asked to end, it would wait for the database. */
function socketOf(client: pg.ClientBase) {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
