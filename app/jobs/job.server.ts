import { isUnavailable } from "#app/db/errors.server.ts"
import { noteTurn } from "#app/db/failing-jobs.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { onWake } from "#app/kit/lib/wake-job.server.ts"

/** What a site does by itself, from time to time. */
export type Job = {
  /** A `WakeableJob`, where something makes it due. */
  name: string
  /** After the start: visitors wait for their first pages then. 0 is at once. */
  firstMs: number
  everyMs: number
  /**
   * Does all that is due. Any number of processes may do it at once, each may be killed in the middle, and the next turn goes on.
   *
   * @param turn.isAsked something woke it: it was not looked for by the clock
   */
  run: (turn: { signal: AbortSignal; isAsked: boolean }) => Promise<unknown>
  /** Said in the log when that fails, of an outage that lasts once; the next turn tries again. */
  failed: string
  /** The site was started without what it is about: it has no turns. */
  isOff?: () => boolean
  /** Done when the site ends, after the turn under way. */
  atEnd?: () => Promise<unknown>
}

export const defineJob = (job: Job) => job

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
export const seconds = (count: number) => count * SECOND_MS
export const minutes = (count: number) => count * MINUTE_MS

/** Does a job from now on, one turn at a time. @returns the function that stops it, the turn under way included */
export function startJob({ name, firstMs, everyMs, run, failed, isOff, atEnd }: Job) {
  if (isOff?.()) return async () => {}
  const stop = new AbortController()
  const { signal } = stop
  let running: Promise<void> | undefined
  let isAsked = false
  let hasFailed = false

  const work = async () => {
    do {
      const turn = { signal, isAsked }
      isAsked = false
      // Also of what throws at once.
      hasFailed = await Promise.resolve(turn)
        .then(run)
        .then(
          () => false,
          (error: unknown) => {
            const isKnown = hasFailed && isUnavailable(error)
            if (!signal.aborted && !isKnown) log.error(error, failed)
            return !signal.aborted
          },
        )
      // Where the database is what failed, it can be told nothing.
      await noteTurn(name, hasFailed).catch(() => {})
    } while (isAsked && !signal.aborted)
    running = undefined
  }
  const look = () => {
    if (!signal.aborted) running ??= work()
  }
  const endWaking = onWake(name, () => {
    isAsked = true
    look()
  })
  const first = setTimeout(look, firstMs).unref()
  const timer = setInterval(look, everyMs).unref()
  return async () => {
    endWaking()
    clearTimeout(first)
    clearInterval(timer)
    stop.abort()
    await running
    await atEnd?.().catch((error: unknown) => log.error(error, failed))
  }
}
