import { publicationTime, toDay } from "./dates.ts"

/** How often somebody wants a mail about what waits for them. */
export const NOTICE_FREQUENCIES = ["now", "daily", "never"] as const
export type NoticeFrequency = (typeof NOTICE_FREQUENCIES)[number]

/** Who wants to know at once gets no more than one mail in this time: what comes meanwhile stands together in the next. */
export const QUIET_MS = 10 * 60_000

export const NOTICE_LABELS: Record<NoticeFrequency, string> = {
  now: "Tout de suite",
  daily: "Une fois par jour, à 8 heures",
  never: "Jamais",
}

/** When mails of a day or month leave, in Paris. */
export const MORNING = "08:00"

/** The last first of a month whose morning has come: what was counted of the month before it may be told. */
export function lastFirst(now: Date) {
  const first = firstOf(toDay(now))
  return publicationTime(first, now, null, MORNING) <= now ? first : firstBefore(first)
}

/** The first day of the month before. @param first of a month */
export function firstBefore(first: string) {
  return firstOf(new Date(Date.parse(first) - 1).toISOString())
}

const firstOf = (day: string) => `${day.slice(0, 7)}-01`
