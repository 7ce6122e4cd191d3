import { setTimeout as sleep } from "node:timers/promises"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { AHEAD_S, MINUTE_MS, takePlace } from "./pace.server.ts"

/** Who is later than this has lost their place: nothing is made up for after a pause. */
const LATE_MS = 2_000

type Options = { signal: AbortSignal; minuteMs?: number }

/** That one mail may leave now; `done` when the mail server has answered. */
export type Turn = { done: () => void }

/**
 * Says when this process's mails may leave. Places are taken a little ahead, so that one who is a moment late loses none; and
 * however late some are, within any minute, from one mail's end to another's beginning, there are never more than are set.
 */
export function createPacer({ signal, minuteMs = MINUTE_MS }: Options) {
  /** On this process's own clock, which does not jump. */
  let places: number[] = []
  /** When the last mails left, as many as a minute may have. */
  let left: { at: number }[] = []
  let queue: Promise<unknown> = Promise.resolve()

  /** @returns false while nobody is to send */
  const takeAhead = async () => {
    const { perMinute, burst, connections } = siteSettings().letters
    do {
      const ms = await takePlace({ perMinute, burst, connections }, minuteMs)
      if (ms === undefined) return false
      places.push(performance.now() + ms)
    } while (perMinute > 0 && (places.at(-1) ?? 0) < performance.now() + AHEAD_S * 1_000)
    return true
  }

  const next = async (onLong: () => Promise<void>): Promise<Turn | undefined> => {
    const { perMinute, burst } = siteSettings().letters
    places = places.filter((place) => place > performance.now() - LATE_MS)
    const isShort = (places.at(-1) ?? 0) < performance.now() + AHEAD_S * 1_000
    if (isShort && !(await takeAhead())) {
      places = []
      return undefined
    }
    const most = perMinute + Math.max(0, burst - 1)
    left = perMinute > 0 ? left.slice(-most) : []
    const aMinuteAgo = left.length === most ? left[0] : undefined
    const at = Math.max(places.shift() ?? 0, aMinuteAgo ? aMinuteAgo.at + minuteMs : 0)
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
    /** @param onLong called when that takes a while */
    next(onLong: () => Promise<void>) {
      const mine = queue.then(() => (signal.aborted ? undefined : next(onLong)))
      queue = mine.catch(() => {})
      return mine
    },
    /** Nobody is to send now, whoever has a place. */
    forget() {
      places = []
    },
  }
}

export type Pacer = ReturnType<typeof createPacer>

/** An idle connection is not kept for longer: mail servers hang up. */
const LONG_MS = 15_000
