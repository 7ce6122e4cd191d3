const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Looked at every hour, a run of a day comes at about the same time of the next one. */
const BETWEEN_MS = DAY_MS - HOUR_MS
/** Who was away for longer, or whose clock was set, waits a day: a wrong clock is found out until then. */
const AWAY_MS = 10 * DAY_MS
/** By how much two clocks may differ of which both are right. */
const APART_MS = 5 * 60_000

/**
 * Whether what is too old may go now. What is deleted by a clock that is wrong never comes back: so nothing goes where two
 * clocks differ, and nothing on the first look after a leap, a restored copy or a long absence.
 *
 * @param last when something went for the last time, or was looked at first
 * @param now the database's clock, by which ages are counted
 * @param own this process's
 */
export function judgeRun(last: Date | undefined, now: Date, own: Date) {
  if (Math.abs(now.getTime() - own.getTime()) > APART_MS) return "clocks-differ"
  const since = last ? now.getTime() - last.getTime() : -1
  if (since < 0 || since > AWAY_MS) return "unsure"
  return since >= BETWEEN_MS ? "due" : "early"
}

/** When the next run is due; undefined before the first look. */
export function nextRun(last: Date | undefined) {
  return last && new Date(last.getTime() + DAY_MS)
}
