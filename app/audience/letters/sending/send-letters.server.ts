import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { refreshSiteSettings, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { addressLetters, findSentLetters, startDueLetters } from "./begin-letters.server.ts"
import { createResultHandler } from "./result-handler.server.ts"
import { finishLetters } from "./ending.server.ts"
import { msToNextLetter } from "./letters-waiting.server.ts"
import { createConnectionPool } from "./connection-pool.server.ts"
import { freeConnectionSlot, renewConnectionSlots } from "./send-limits.server.ts"
import { createRateLimiter } from "./rate-limiter.server.ts"
import { expireLeases, renewLeases } from "./recipients.server.ts"

type Options = {
  signal?: AbortSignal
  onBeat?: () => void
  /** For tests: shorter than anybody would want it. */
  leaseSeconds?: number
  tickMs?: number
  soonMs?: number
  silenceMs?: number
  minuteMs?: number
}

/** Who has taken something says so again several times in this time; afterwards they count as killed. */
const LEASE_S = 30
/** How often somebody looks after what is under way. */
const TICK_MS = 1_000
/** What is due sooner is waited for. */
const SOON_MS = 20_000

/**
 * Sends what is to be sent of letters, until nothing is due for a while. Any number of processes may do this at once, and each may
 * be killed at any moment: nobody is lost, nobody gets a letter twice, and what nobody can know is said to be uncertain.
 */
export async function sendLetters({
  signal = new AbortController().signal,
  onBeat = () => {},
  leaseSeconds = LEASE_S,
  tickMs = TICK_MS,
  soonMs = SOON_MS,
  minuteMs,
  silenceMs,
}: Options = {}) {
  const lease = { id: randomUUID() as string, seconds: leaseSeconds }
  const rateLimiter = createRateLimiter({ signal, minuteMs })
  const resultHandler = createResultHandler(lease, rateLimiter.clear)
  const pool = createConnectionPool({ lease, signal, resultHandler, rateLimiter, silenceMs })
  current = { pool, lease }
  try {
    for (;;) {
      onBeat()
      const isMore = await lookAfter(lease, pool, soonMs)
      if (signal.aborted || (!isMore && pool.count() === 0)) break
      // Where a connection ended there may be something to begin at once.
      await Promise.race([sleep(tickMs, undefined, { signal }).catch(() => {}), pool.changed()])
    }
  } finally {
    await pool.ended()
    await freeConnectionSlot(lease).catch(() => {})
    current = undefined
  }
}

let current: { pool: ReturnType<typeof createConnectionPool>; lease: { id: string } } | undefined

/** Waits for the mails that are being handed over this moment. */
export async function endHandovers() {
  await current?.pool.ended()
}

/** @returns whether there is something to do, or soon will be */
async function lookAfter(
  lease: { id: string; seconds: number },
  pool: ReturnType<typeof createConnectionPool>,
  soonMs: number,
) {
  try {
    await renewConnectionSlots(lease)
    await renewLeases(pool.atHand(), lease)
    await refreshSiteSettings()
    await startDueLetters()
    await addressLetters()
    await expireLeases()
    await finishLetters()
    const ms = await msToNextLetter()
    if (ms === 0) {
      const wanted = sendsRealMail() ? siteSettings().letters.connections : 1
      pool.open(await findSentLetters(), wanted)
    }
    return ms !== undefined && ms <= soonMs
  } catch (error) {
    log.warn(error, "letters not looked after")
    return pool.count() > 0
  }
}
