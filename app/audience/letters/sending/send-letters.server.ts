import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { refreshSiteSettings, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { addressLetters, findSentLetters, startDueLetters } from "./begin-letters.server.ts"
import { finishLetters } from "./ending.server.ts"
import { msToNextLetter } from "./letters-waiting.server.ts"
import { createConnectionPool } from "./connection-pool.server.ts"
import { noteInterrupted } from "./recipients.server.ts"
import { takeSenderLock } from "./sender-lock.server.ts"

type Options = {
  signal?: AbortSignal
  onBeat?: () => void
  /** For tests: shorter than anybody would want it. */
  tickMs?: number
  soonMs?: number
  silenceMs?: number
  minuteMs?: number
}

/** How often somebody looks after what is under way. */
const TICK_MS = 1_000
/** What is due sooner is waited for. */
const SOON_MS = 20_000

/**
 * Sends what is to be sent of letters, until nothing is due for a while, unless another process does. It may be killed at any
 * moment: nobody is lost, nobody gets a letter twice, and what nobody can know is said to be uncertain. Told to stop, it waits for
 * the mails that are being handed over.
 */
export async function sendLetters({
  signal: ending = new AbortController().signal,
  onBeat = () => {},
  tickMs = TICK_MS,
  soonMs = SOON_MS,
  ...times
}: Options = {}) {
  const lost = new AbortController()
  const unlock = await takeSenderLock(() => lost.abort()).catch((error: unknown) => {
    log.warn(error, "letters not looked after")
    return undefined
  })
  if (!unlock) return
  const signal = AbortSignal.any([ending, lost.signal])
  const sender = randomUUID()
  const pool = createConnectionPool({ sender, signal, ...times })
  try {
    for (;;) {
      onBeat()
      const isMore = await lookAfter(sender, pool, soonMs)
      if (signal.aborted || (!isMore && pool.count() === 0)) break
      // Where a connection ended there may be something to begin at once.
      await Promise.race([sleep(tickMs, undefined, { signal }).catch(() => {}), pool.changed()])
    }
  } finally {
    await pool.ended()
    await unlock()
  }
}

type Pool = ReturnType<typeof createConnectionPool>

/** @returns whether there is something to do, or soon will be */
async function lookAfter(sender: string, pool: Pool, soonMs: number) {
  try {
    await refreshSiteSettings()
    await startDueLetters()
    await addressLetters()
    await noteInterrupted(sender)
    await finishLetters()
    const ms = await msToNextLetter(sender)
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
