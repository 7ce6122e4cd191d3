const ZONE = "Europe/Paris"
const DAY_MS = 86_400_000

const long = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: ZONE })
const short = new Intl.DateTimeFormat("fr-FR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  timeZone: ZONE,
})

/** « 20 novembre 2026 », in Paris. */
export function formatLongDate(date: Date) {
  return long.format(date)
}

/** « 20/11/2026 », in Paris. */
export function formatShortDate(date: Date) {
  return short.format(date)
}

/** How long ago, as the home page says it. Depends on today: compute it on the server and send the text. */
export function formatRelativeDate(date: Date | null, now: Date) {
  if (!date) return "Date inconnue"
  const days = Math.floor((now.getTime() - date.getTime()) / DAY_MS)
  if (days < 7) return "Il y a quelques jours"
  if (days < 30) {
    const weeks = Math.floor(days / 7)
    return `Il y a ${weeks} semaine${weeks > 1 ? "s" : ""}`
  }
  return `Il y a ${Math.floor(days / 30)} mois`
}
