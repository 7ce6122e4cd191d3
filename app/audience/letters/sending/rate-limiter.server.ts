import { setTimeout as sleep } from "node:timers/promises"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { AHEAD_S, MINUTE_MS, reserveSendTime } from "./send-limits.server.ts"

/** A send time that is missed by more than this is lost: nothing is made up for after a pause. */
const LATE_MS = 2_000

type Options = { signal: AbortSignal; minuteMs?: number }

/** That one mail may leave now; `done` when the mail server has answered. */
export type Permit = { done: () => void }

/**
 * Keeps this process's mails within the rate limit. Send times are reserved a little ahead, so that one who is a moment late loses
 * none; and however late some are, within any minute, from one mail's end to another's beginning, there are never more than are set.
 */
export function createRateLimiter({ signal, minuteMs = MINUTE_MS }: Options) {
  /** The reserved send times, on this process's own clock, which does not jump. */
  let reserved: number[] = []
  /** When the last mails left, as many as a minute may have. */
  let left: { at: number }[] = []
  let queue: Promise<unknown> = Promise.resolve()

  /** @returns false while nobody is to send */
  const reserveAhead = async () => {
    const { perMinute, burst, connections } = siteSettings().letters
    do {
      const ms = await reserveSendTime({ perMinute, burst, connections }, minuteMs)
      if (ms === undefined) return false
      reserved.push(performance.now() + ms)
    } while (perMinute > 0 && (reserved.at(-1) ?? 0) < performance.now() + AHEAD_S * 1_000)
    return true
  }

  const acquire = async (onLong: () => Promise<void>): Promise<Permit | undefined> => {
    const { perMinute, burst } = siteSettings().letters
    reserved = reserved.filter((at) => at > performance.now() - LATE_MS)
    const isShort = (reserved.at(-1) ?? 0) < performance.now() + AHEAD_S * 1_000
    if (isShort && !(await reserveAhead())) {
      reserved = []
      return undefined
    }
    const max = perMinute + Math.max(0, burst - 1)
    left = perMinute > 0 ? left.slice(-max) : []
    const aMinuteAgo = left.length === max ? left[0] : undefined
    const at = Math.max(reserved.shift() ?? 0, aMinuteAgo ? aMinuteAgo.at + minuteMs : 0)
    const ms = perMinute > 0 ? at - performance.now() : 0
    if (ms > LONG_MS) await onLong()
    // A timer may be a moment early.
    if (ms > 0) await sleep(Math.ceil(ms) + 1, undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    const mine = { at: performance.now() }
    left.push(mine)
    return { done: () => void (mine.at = performance.now()) }
  }

  return {
    /** Waits until a mail may leave. @param onLong called when that takes a while */
    acquire(onLong: () => Promise<void>) {
      const mine = queue.then(() => (signal.aborted ? undefined : acquire(onLong)))
      queue = mine.catch(() => {})
      return mine
    },
    /** Drops what is reserved: nobody is to send now. */
    clear() {
      reserved = []
    },
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** An idle connection is not kept for longer: mail servers hang up. */
const LONG_MS = 15_000
