import { wakeHere } from "#app/kit/lib/wake-job.server.ts"

/** What is under way is not given up for a connection that comes back within so long. Another process may lead meanwhile: jobs bear that. */
const GRACE_MS = 10_000

type Stop = () => Promise<unknown>

/**
 * Does the jobs of a database while this process is the one that does them.
 *
 * @param start begins to do them; the functions that it returns end that
 */
export function createLeader(start: () => Stop[]) {
  let stops: Stop[] | undefined
  let leaving: NodeJS.Timeout | undefined
  let hasEnded = false
  let turn = Promise.resolve()

  const lead = () => {
    if (hasEnded) return
    // What was asked for while nobody listened.
    if (stops) wakeHere()
    else stops = start()
  }
  const leave = async () => {
    for (const stop of stops?.toReversed() ?? []) await stop()
    stops = undefined
  }
  return {
    onLeading(isLeading: boolean) {
      clearTimeout(leaving)
      if (isLeading) turn = turn.then(lead)
      else leaving = setTimeout(() => (turn = turn.then(leave)), GRACE_MS).unref()
    },
    /** Ends with what is under way. */
    async end() {
      hasEnded = true
      clearTimeout(leaving)
      await (turn = turn.then(leave))
    },
  }
}
