import { formatLongDate } from "#app/kit/lib/dates.ts"

/** « jusqu’au 31 décembre 2026 » @param until the last day; null is for good */
export const spellUntil = (until: string | null) =>
  until === null ? "pour toujours" : `jusqu’au ${spellDay(until)}`

/** « 31 décembre 2026 » */
export const spellDay = (day: string) => formatLongDate(new Date(`${day}T12:00:00Z`))
