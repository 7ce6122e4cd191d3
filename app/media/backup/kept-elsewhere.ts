const DAY_MS = 86_400_000
const DAILY = 7
const WEEKLY = 4
const MONTHLY = 6

/**
 * Which of the copies at the second place go: all but the newest days, the last copy of each of the newest weeks, and of each of the newest
 * months. Counted by the copies that there are and not back from today, so that a wrong clock takes at most
 * a day, a week and a month away; those of days to come neither count nor go.
 *
 * @param days « 2026-11-26 »
 */
export function surplusElsewhere(days: string[], today: string) {
  const newestFirst = days.filter((day) => day <= today).toSorted((one, other) => (one < other ? 1 : -1))
  const kept = new Set([
    ...newestFirst.slice(0, DAILY),
    ...lastOfEach(newestFirst, weekOf).slice(0, WEEKLY),
    ...lastOfEach(newestFirst, (day) => day.slice(0, 7)).slice(0, MONTHLY),
  ])
  return newestFirst.filter((day) => !kept.has(day))
}

function lastOfEach(newestFirst: string[], spanOf: (day: string) => string | number) {
  const last = new Map<string | number, string>()
  for (const day of newestFirst) if (!last.has(spanOf(day))) last.set(spanOf(day), day)
  return [...last.values()]
}

/** Weeks begin on Mondays; the first of January 1970 was a Thursday. */
const weekOf = (day: string) => Math.floor((Date.parse(day) / DAY_MS + 3) / 7)
