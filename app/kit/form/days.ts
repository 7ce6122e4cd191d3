import { withOrdinal } from "#app/kit/lib/dates.ts"

const LONG = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "UTC" })

/** « 20 novembre 2026 » for `2026-11-20`; a day of the calendar has no time zone. Empty for anything else. */
export function formatDay(day: string) {
  const time = isDay(day) ? Date.parse(day) : Number.NaN
  return Number.isNaN(time) ? "" : withOrdinal(LONG.format(time))
}

/** True for `YYYY-MM-DD`. */
export function isDay(text: string) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}
