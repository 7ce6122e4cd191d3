import { withOrdinal } from "#app/kit/lib/dates.ts"

const LONG = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "UTC" })
const DAY_MS = 86_400_000

/** « 20 novembre 2026 » for `2026-11-20`; a day of the calendar has no time zone. Empty for anything else. */
export function formatDay(day: string) {
  const time = isDay(day) ? Date.parse(day) : Number.NaN
  return Number.isNaN(time) ? "" : withOrdinal(LONG.format(time))
}

/** True for `YYYY-MM-DD`. */
export function isDay(text: string) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** @param day `YYYY-MM-DD` */
export function addDays(day: string, count: number) {
  return toText(Date.parse(day) + count * DAY_MS)
}

/** The same day of another month, or that month's last. @param day `YYYY-MM-DD` */
export function addMonths(day: string, count: number) {
  const first = new Date(`${day.slice(0, 8)}01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const month = toText(first.getTime())
  const last = lastOfMonth(month)
  return last < month.slice(0, 8) + day.slice(8) ? last : month.slice(0, 8) + day.slice(8)
}

/** @param day `YYYY-MM-DD` */
export function lastOfMonth(day: string) {
  const date = new Date(day)
  return toText(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0))
}

/** The days of a month in weeks from Monday, with nothing where a week belongs to another month too. @param day `YYYY-MM-DD` */
export function weeksOfMonth(day: string) {
  const first = `${day.slice(0, 8)}01`
  const before = (new Date(first).getUTCDay() + 6) % 7
  const length = Number(lastOfMonth(day).slice(8))
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const index = week * 7 + weekday - before
      return index < 0 || index >= length ? undefined : addDays(first, index)
    }),
  )
}

function toText(time: number) {
  return new Date(time).toISOString().slice(0, 10)
}
