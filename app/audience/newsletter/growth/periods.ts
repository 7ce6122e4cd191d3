/** How finely the growth is shown: by the parameter `par`. */
export const PERIODS = { jour: "Par jour", semaine: "Par semaine", mois: "Par mois" } as const
export type Period = keyof typeof PERIODS

export function parsePeriod(value: string | null): Period {
  return value !== null && Object.hasOwn(PERIODS, value) ? (value as Period) : "semaine"
}

const DAY = new Intl.DateTimeFormat("fr-FR", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
})
const SHORT_DAY = new Intl.DateTimeFormat("fr-FR", { day: "numeric", month: "short", timeZone: "UTC" })
const SHORT_MONTH = new Intl.DateTimeFormat("fr-FR", { month: "short", year: "numeric", timeZone: "UTC" })
const MONTH = new Intl.DateTimeFormat("fr-FR", { month: "long", year: "numeric", timeZone: "UTC" })

/** « semaine du 2 nov. 2026 » @param start of the span, as `YYYY-MM-DD` */
export function nameSpan(period: Period, start: string) {
  const date = new Date(`${start}T00:00:00Z`)
  if (period === "mois") return MONTH.format(date)
  return period === "semaine" ? `semaine du ${DAY.format(date)}` : DAY.format(date)
}

/** « 2 nov. », « nov. 2026 »: for an axis. @param start of the span, as `YYYY-MM-DD` */
export function shortenSpan(period: Period, start: string) {
  return (period === "mois" ? SHORT_MONTH : SHORT_DAY).format(new Date(`${start}T00:00:00Z`))
}
