import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { log } from "#app/kit/lib/log.server.ts"
import { ADVISORY_LOCKS } from "./advisory-locks.ts"
import { noteResponse, noteSilence } from "./outages.server.ts"

/** What processes tell each other through the database, once the transaction that says it is committed. */
export type Channel = "cko_pages" | "cko_restored" | "cko_jobs"

export type Listener = {
  onNotification: (channel: Channel, payload: string) => void
  /** Listening begins, perhaps again: what was said before may have been missed. */
  onListening: () => void
  /** Of all that listen to a database one does its jobs (docs/decisions/jobs.md): this process does so from now on, or does no more. */
  onLeading: (isLeading: boolean) => void
}

/** A listener that says nothing for so long has lost its machine, or stands still: the server lets another one lead. */
const LISTEN = "set idle_session_timeout = '30s'; listen cko_pages; listen cko_restored; listen cko_jobs"
const LEAD = `select pg_try_advisory_lock(${ADVISORY_LOCKS.jobs}) as "isLeading"`
/** A connection that broke without a word is noticed within twice this time. */
const HEARTBEAT_MS = 5_000
const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 2_000

/**
 * Hears what is notified, over a connection of its own, which is made anew whenever it is lost.
 *
 * @returns the function that stops
 */
export function listenForNotifications(listener: Listener, connectionString: string) {
  const stopping = new AbortController()
  void (async () => {
    // Who led before the connection was lost comes first, so that what it is at goes on: the others ask a heartbeat later.
    let asksAtOnce = true
    for (let delay = MIN_DELAY_MS; !stopping.signal.aborted;) {
      const lasted = await listenOnce(listener, connectionString, stopping.signal, asksAtOnce)
      if (lasted) asksAtOnce = lasted.wasLeading
      delay = lasted ? MIN_DELAY_MS : Math.min(2 * delay, MAX_DELAY_MS)
      await sleep(delay, undefined, { ref: false })
    }
  })()
  return () => stopping.abort()
}

/** @returns nothing where it could not listen, once the connection is lost or the signal says to stop */
async function listenOnce(
  listener: Listener,
  connectionString: string,
  signal: AbortSignal,
  asksAtOnce: boolean,
) {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: HEARTBEAT_MS,
    query_timeout: HEARTBEAT_MS,
    application_name: "cko listener",
  })
  let isLeading = false
  const stop = () => {
    // Before the next one can lead: the lock goes with the connection.
    if (isLeading) listener.onLeading(false)
    isLeading = false
    void client.end().catch(() => {})
  }
  signal.addEventListener("abort", stop)
  const ended = new Promise<"ended">((resolve) => client.once("end", () => resolve("ended")))
  client.on("error", () => {})
  let hasListened = false
  let mayAsk = asksAtOnce
  try {
    await client.connect()
    client.on("notification", ({ channel, payload = "" }) =>
      listener.onNotification(channel as Channel, payload),
    )
    await client.query(LISTEN)
    noteResponse()
    listener.onListening()
    hasListened = true
    do {
      const { rows } = await client.query(isLeading || !mayAsk ? "select 1" : LEAD)
      mayAsk = true
      if (!rows[0]?.isLeading || signal.aborted) continue
      isLeading = true
      listener.onLeading(true)
    } while ((await Promise.race([ended, sleep(HEARTBEAT_MS, "quiet", { ref: false })])) === "quiet")
  } catch (error) {
    log.debug(error, "not listening")
  }
  signal.removeEventListener("abort", stop)
  const wasLeading = isLeading
  stop()
  if (hasListened && !signal.aborted) {
    log.warn("connection lost that hears of changes; connecting again")
    noteSilence()
  }
  return hasListened ? { wasLeading } : undefined
}
