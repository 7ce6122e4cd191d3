import type { Asking } from "#app/kit/form/asking.ts"
import { formatAgo, formatMoment } from "#app/kit/lib/dates.ts"
import type { feedIntents } from "./remembered.schema.ts"

const N = "\u00a0"

type Counts = Record<"createdCount" | "updatedCount" | "unchangedCount" | "skippedCount", number>
type Reading = Counts & {
  isAutomatic: boolean
  isReading: boolean
  dueAt: Date
  readAt: Date
  succeededAt: Date
  failures: number
  error: string | null
}

/** « toutes les heures », « toutes les 90 minutes », « tous les jours » */
export function describeInterval(minutes: number) {
  if (minutes === 60) return "toutes les heures"
  if (minutes === 1_440) return "tous les jours"
  if (minutes % 1_440 === 0) return `tous les ${minutes / 1_440} jours`
  return minutes % 60 === 0 ? `toutes les ${minutes / 60} heures` : `toutes les ${minutes} minutes`
}

/** « il y a 12 minutes, à 14:05 » */
export function describeLastReading({ readAt }: Reading, now: Date) {
  return `${formatAgo(readAt, now)}, ${formatMoment(readAt, now)}`
}

/** « Rien de nouveau (232 épisodes) », « 2 nouveaux épisodes, 1 mis à jour, 230 inchangés » */
export function describeCounts({ createdCount, updatedCount, unchangedCount, skippedCount }: Counts) {
  if (createdCount + updatedCount === 0) return `Rien de nouveau (${count(unchangedCount, "épisode")})`
  const fresh = createdCount > 1 ? "nouveaux épisodes" : "nouvel épisode"
  return [
    ...(createdCount > 0 ? [`${format(createdCount)} ${fresh}`] : []),
    ...(updatedCount > 0 ? [`${format(updatedCount)} mis à jour`] : []),
    ...(unchangedCount > 0 ? [count(unchangedCount, "inchangé")] : []),
    ...(skippedCount > 0 ? [count(skippedCount, "ignoré")] : []),
  ].join(", ")
}

/** When a feed is read next, or why it is not. */
export function describeNextReading({ isAutomatic, dueAt }: Reading, intervalMinutes: number, now: Date) {
  if (intervalMinutes === 0) return "aucune, la lecture automatique est désactivée sur ce site"
  if (!isAutomatic) return "aucune, la lecture automatique est arrêtée"
  return dueAt <= now ? "dans un instant" : moment(dueAt, now)
}

/** What went wrong, since when, and what to do about it; nothing where all is well. */
export function describeTrouble(feed: Reading, intervalMinutes: number, now: Date) {
  const { error, failures, succeededAt, dueAt, isAutomatic } = feed
  if (error === null) return undefined
  const since = `Dernière lecture réussie ${formatMoment(succeededAt, now)}`
  const times = failures > 1 ? `${since}, ${format(failures)} échecs depuis.` : `${since}.`
  if (intervalMinutes === 0) return { error, since: times, advice: `Réessayez plus tard. ${MOVED}` }
  if (!isAutomatic) return { error, since: times, advice: `${MOVED} S’il est revenu, reprenez sa lecture.` }
  const again = dueAt <= now ? "dans un instant" : moment(dueAt, now)
  return { error, since: times, advice: `Le site réessaiera ${again}. ${MOVED}` }
}

/** « Arrivés à 14:05 », « Arrivé le 21 novembre 2026 à 14:05 » */
export function describeArrivals(arrivedAt: Date, count: number, now: Date) {
  return `${count > 1 ? "Arrivés" : "Arrivé"} ${formatMoment(arrivedAt, now)}`
}

/** What is asked before a feed is forgotten. */
export function forgettingOf({ id, title }: { id: number; title: string }) {
  return {
    question: `Êtes-vous sûr de vouloir oublier le flux «${N}${title}${N}»\u202f?`,
    detail: "Le site ne le relira plus. Ses épisodes restent, et un nouvel import le fera retenir à nouveau.",
    confirmLabel: "Oublier ce flux",
    fields: { intent: "forget-feed", id: String(id) } satisfies Asking<typeof feedIntents>,
  }
}

const MOVED = `Si le podcast a une autre adresse, importez-la ci-dessous, puis oubliez celle-ci${N}: ses épisodes restent.`

/** Not to the minute: the site looks at its feeds once a minute. */
function moment(date: Date, now: Date) {
  return formatMoment(date, now).replace(/^à/, "vers")
}

/** In French zero is singular. */
function count(number: number, word: string) {
  return `${format(number)} ${word}${number > 1 ? "s" : ""}`
}

function format(number: number) {
  return number.toLocaleString("fr-FR")
}
