const ZONE = "Europe/Paris"
const DAY_MS = 86_400_000

const long = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: ZONE })
const longWithTime = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: ZONE,
})
const fullWithTime = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: ZONE,
})
const time = new Intl.DateTimeFormat("fr-FR", { timeStyle: "short", timeZone: ZONE })
const dayAndMonth = new Intl.DateTimeFormat("fr-FR", { day: "numeric", month: "short", timeZone: ZONE })
const dayOfYear = new Intl.DateTimeFormat("fr-FR", { dateStyle: "medium", timeZone: ZONE })
const ago = new Intl.RelativeTimeFormat("fr-FR")
const short = new Intl.DateTimeFormat("fr-FR", {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  timeZone: ZONE,
})

/** « 20 novembre 2026 », in Paris. */
export function formatLongDate(date: Date) {
  return withOrdinal(long.format(date))
}

/** « 20 novembre 2026 à 14:05 », in Paris. */
export function formatLongTime(date: Date) {
  return withOrdinal(longWithTime.format(date))
}

/** « lundi 30 novembre 2026 à 07:00 », in Paris. */
export function formatFullTime(date: Date) {
  return fullWithTime.format(date).replace(/ 1 /, " 1er ")
}

/** « 30 nov. à 07:00 », in Paris; with its year where that is another one than now. */
export function formatPlanned(date: Date, now: Date) {
  const isThisYear = toDay(date).slice(0, 4) === toDay(now).slice(0, 4)
  const day = (isThisYear ? dayAndMonth : dayOfYear).format(date)
  return `${withOrdinal(day)} à ${time.format(date)}`
}

/** French counts the first of a month, and no other day: « 1er novembre ». */
export function withOrdinal(date: string) {
  return date.replace(/^1 /, "1er ")
}

/** « à 14:05 » on the day itself, else « le 20 novembre 2026 à 14:05 », in Paris. */
export function formatMoment(date: Date, now: Date) {
  return toDay(date) === toDay(now) ? `à ${time.format(date)}` : `le ${formatLongTime(date)}`
}

/** « il y a 5 minutes », exactly enough for what just happened; « à l’instant » for less, and for what lies ahead. */
export function formatAgo(date: Date, now: Date) {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 1) return "à l’instant"
  if (minutes < 60) return ago.format(-minutes, "minute")
  if (minutes < 1_440) return ago.format(-Math.floor(minutes / 60), "hour")
  return ago.format(-Math.floor(minutes / 1_440), "day")
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

const isoDay = new Intl.DateTimeFormat("en-CA", { timeZone: ZONE })
const isoClock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: ZONE })
const zone = new Intl.DateTimeFormat("en-US", { timeZone: ZONE, timeZoneName: "longOffset" })

/** The day in Paris as `YYYY-MM-DD`, as calendars and forms have it. */
export function toDay(date: Date) {
  return isoDay.format(date)
}

/** The time of day in Paris as `HH:MM`. */
export function toClock(date: Date) {
  return isoClock.format(date)
}

/**
 * When something dated by day is published: today means now, another day its first minute in Paris, and a day that
 * was not changed keeps its exact time. With a time of day it is that minute, or the exact time where that did not change.
 *
 * @param day `YYYY-MM-DD`
 * @param clock `HH:MM` in Paris
 */
export function publicationTime(day: string, now: Date, previous?: Date | null, clock?: string | null) {
  if (previous && toDay(previous) === day && (!clock || toClock(previous) === clock)) return previous
  if (clock) return timeInParis(day, clock)
  return day === toDay(now) ? now : midnightInParis(day)
}

/** From when to when a day lasts in Paris; the end is the next one's beginning. @param day `YYYY-MM-DD` */
export function spanOfDay(day: string) {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
  return { from: midnightInParis(day), to: midnightInParis(next) }
}

function midnightInParis(day: string) {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Clocks change at night but never at midnight: the offset an hour or two later is the offset of midnight.
  return new Date(utc - offsetMs(new Date(utc)))
}

/** Of a time that clocks pass over in spring, an hour later; of one that comes twice in autumn, the second. */
function timeInParis(day: string, clock: string) {
  const utc = Date.parse(`${day}T${clock}:00Z`)
  return new Date(utc - offsetMs(new Date(utc - offsetMs(new Date(utc)))))
}

function offsetMs(date: Date) {
  const name = zone.formatToParts(date).find((part) => part.type === "timeZoneName")?.value ?? ""
  const [, sign, hours, minutes, seconds] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  const ms = (Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000
  return sign === "-" ? -ms : ms
}
