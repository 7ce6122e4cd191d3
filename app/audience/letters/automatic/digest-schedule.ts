import { publicationTime, toDay } from "#app/kit/lib/dates.ts"

const DAY_MS = 86_400_000

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const

/** As hosts set it. */
export type DigestRhythm = {
  digest: "off" | "weekly" | "monthly"
  digestWeekday: (typeof WEEKDAYS)[number]
  digestDay: number
  digestHour: number
}

/**
 * The summary that is to leave next, or left last: the latest whose time is not after `latest`.
 *
 * @returns `key`, the week (ISO 8601) or month that it is of, once each; when it leaves; and when the one before it did
 */
export function findDigest(rhythm: DigestRhythm, latest: Date) {
  if (rhythm.digest === "off") return undefined
  // More than a month and more than a week, so that two of them are there.
  const days = Array.from({ length: 64 }, (_, ago) => toDay(new Date(latest.getTime() - ago * DAY_MS)))
  const clock = `${String(rhythm.digestHour).padStart(2, "0")}:00`
  // A day of 25 hours is there twice.
  const times = [...new Set(days)]
    .filter((day) => isDigestDay(rhythm, day))
    .map((day) => ({ day, at: publicationTime(day, latest, null, clock) }))
    .filter(({ at }) => at <= latest)
  const [next, last] = times
  return next && { key: keyOf(rhythm, next.day), at: next.at, since: last?.at ?? next.at }
}

function isDigestDay({ digest, digestWeekday, digestDay }: DigestRhythm, day: string) {
  return digest === "weekly"
    ? WEEKDAYS[weekdayOf(day) - 1] === digestWeekday
    : Number(day.slice(8)) === digestDay
}

function keyOf({ digest }: DigestRhythm, day: string) {
  return digest === "monthly" ? day.slice(0, 7) : weekOf(day)
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** A week is of the year that its Thursday is in. */
function weekOf(day: string) {
  const thursday = new Date(Date.parse(`${day}T00:00:00Z`) + (4 - weekdayOf(day)) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1
  return `${year}-W${String(week).padStart(2, "0")}`
}
