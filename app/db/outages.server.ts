import type pg from "pg"
import { log } from "#app/kit/lib/log.server.ts"
import { type Circuit, createCircuitBreaker } from "./circuit-breaker.ts"
import { isUnavailable } from "./errors.server.ts"
import { type Watch, WatchedClient, WatchedPool } from "./watched-pool.server.ts"

/** Who waits for longer makes us ask whether the database still answers at all. */
const SUSPICIOUS_MS = 2_000
/** It has this long for the smallest question over a new connection, and is asked this often while it does not answer. */
const PROBE_MS = 2_000
const INTERVAL_MS = 500
/** Between two tries to bring it back. */
const REVIVE_MS = 1_000

let heard: { response: () => void; silence: () => void } | undefined

/**
 * A pool in which nobody waits for a database that does not answer: whoever waits for a connection or an answer of it is
 * told so within seconds, and who comes then at once, until it answers again. A request that failed for it remembers so.
 *
 * @param revive starts the database where it is ours to start and does not run; otherwise does nothing
 * @returns the pool, and the function that closes it once running queries ended
 */
export function openWatchedPool(config: pg.PoolConfig, revive?: () => Promise<void>) {
  let revivedAt = -Infinity
  const { pool, breaker, close } = watchPool(config, {
    probe: () => doesRespond(config),
    onOpen: () => log.error("the database does not answer: requests that need it are refused until it does"),
    onClose: () => log.warn("the database answers again"),
    async onSilence() {
      if (!revive || performance.now() - revivedAt < REVIVE_MS) return
      await revive().catch((error: unknown) =>
        log.error(error, "the embedded database was not started again"),
      )
      revivedAt = performance.now()
    },
    onFailure(error, request) {
      if (!isUnavailable(error)) return
      if (request) request.isDatabaseDown = true
      breaker.suspect()
    },
  })
  heard = { response: breaker.answered, silence: breaker.suspect }
  // While the pool ends, a database that stops at the same time ends its connections for it.
  pool.on("error", (error) => {
    if (!pool.ending) log.error(error, "database connection lost")
  })
  return { pool, close }
}

/** A pool with its circuit breaker; who opens it says what that means to others. @returns also the function that closes both */
export function watchPool(
  config: pg.PoolConfig,
  { onFailure, ...circuit }: Pick<Watch, "onFailure"> & Omit<Circuit, "timeoutMs" | "now">,
) {
  const clients = new Set<WatchedClient>()
  const breaker = createCircuitBreaker({
    ...circuit,
    timeoutMs: SUSPICIOUS_MS,
    onOpen() {
      circuit.onOpen()
      for (const client of clients) client.cut()
    },
  })
  const pool = new WatchedPool({ ...config, watch: { breaker, clients, onFailure } })
  const timer = setInterval(breaker.tick, INTERVAL_MS).unref()
  return {
    pool,
    breaker,
    async close() {
      clearInterval(timer)
      await pool.end()
      await breaker.end()
    },
  }
}

/**
 * Closes the circuit breaker at once: the database answered on a connection outside the pool. To be called before others are told to
 * query it.
 */
export function noteResponse() {
  heard?.response()
}

/** Has the circuit breaker probe the database at once: a connection outside the pool was lost. */
export function noteSilence() {
  heard?.silence()
}

async function doesRespond({ connectionString }: pg.PoolConfig) {
  return askSmallest(connectionString).then(
    () => true,
    // What it says for itself, such as that it has no room for one more connection, is an answer.
    (error: unknown) => !isUnavailable(error) || (error as { code?: string }).code?.startsWith("53") === true,
  )
}

/** Over a connection of its own, in bounded time. */
export async function askSmallest(connectionString?: string) {
  const client = new WatchedClient({
    connectionString,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  try {
    await client.connect()
    await client.query("select 1")
  } finally {
    client.cut()
  }
}
