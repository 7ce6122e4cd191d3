import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { formatBytes, formatLength } from "#app/media/file-facts.ts"
import type { copyIntents } from "./copies.schema.ts"

/** How far the copying is; `left` is what waits or is under way. */
export type CopyFigures = {
  isOn: boolean
  done: number
  left: number
  leftBytes: number
  secondsPerFile: number | null
}

/** A file that is being fetched, or is here and made ready; `total` where its host tells it. */
export type CurrentCopy = {
  title: string
  part: keyof typeof PARTS
  received: number
  total: number | null
  isPreparing: boolean
}

/** Programmes get other advertisements each time, which lengthens or shortens them by a few minutes. */
const SHORTEST = 0.8
const LONGEST = 1.25
const LEAST_SECONDS = 60

/** What is said of a sound that is much shorter or longer than its episode; nothing where it fits, or where nobody knows. */
export function describeOtherLength(told: number | null, found: number | null) {
  if (!told || !found || Math.abs(told - found) <= LEAST_SECONDS) return undefined
  if (found >= told * SHORTEST && found <= told * LONGEST) return undefined
  return `Ce fichier dure ${formatLength(found * 1_000)}, et l’épisode ${formatLength(told * 1_000)}. Écoutez-le chez l’ancien hébergeur avant de décider.`
}

/** « 232 sons et 12 images sont encore chez un autre hébergeur. » */
export function describeElsewhere({ sounds, pictures }: { sounds: number; pictures: number }) {
  const parts = [
    ...(sounds > 0 ? [count(sounds, "son", "sons")] : []),
    ...(pictures > 0 ? [count(pictures, "image", "images")] : []),
  ]
  if (parts.length === 0) return "Tous les sons et toutes les images des épisodes sont ici."
  return `${parts.join(" et ")} ${sounds + pictures > 1 ? "sont" : "est"} encore chez un autre hébergeur.`
}

/** « 12 fichiers copiés sur 244, encore environ 3 heures » */
export function describeProgress({ done, left, leftBytes, secondsPerFile, isOn }: CopyFigures) {
  const copied = `${count(done, "fichier copié", "fichiers copiés")} sur ${format(done + left)}`
  if (left === 0 || !isOn) return copied
  const rest = leftBytes > 0 ? `, encore ${formatBytes(leftBytes)}` : ""
  return `${copied}${rest}${secondsPerFile ? `, ${describeSpan(secondsPerFile * left)}` : ""}`
}

/** « environ 3 heures » */
function describeSpan(seconds: number) {
  if (seconds < 90) return "environ une minute"
  if (seconds < 5_400) return `environ ${Math.round(seconds / 60)} minutes`
  const hours = Math.round(seconds / 3_600)
  return hours > 48 ? `environ ${Math.round(hours / 24)} jours` : `environ ${hours} heures`
}

/** « Minuit, son : 12 Mo sur 60 Mo » */
export function describeCurrent({ title, part, received, total, isPreparing }: CurrentCopy) {
  if (isPreparing) return `${title}, ${PARTS[part]}\u00a0: téléchargé, en préparation dans la médiathèque`
  const so = total === null ? formatBytes(received) : `${formatBytes(received)} sur ${formatBytes(total)}`
  return `${title}, ${PARTS[part]}\u00a0: ${so}`
}

export const PARTS = { sound: "son", picture: "image", text: "image d’un texte" }

/** « 3 fichiers n’ont pas pu être copiés » */
export function describeFailed(failed: number) {
  return failed > 1
    ? `${format(failed)} fichiers n’ont pas pu être copiés`
    : "Un fichier n’a pas pu être copié"
}

/** What is said of files that are tried again by themselves. */
export function describeLater(later: number) {
  return later > 1
    ? `${format(later)} fichiers seront réessayés d’eux-mêmes un peu plus tard.`
    : "Un fichier sera réessayé de lui-même un peu plus tard."
}

type Fields = Asking<typeof copyIntents>

export const stopping: Question = {
  question: "Abandonner la copie\u202f?",
  detail:
    "Ce qui est déjà copié reste ici. Les autres épisodes gardent leurs adresses chez l’ancien hébergeur, et ce qui était à moitié téléchargé est effacé.",
  confirmLabel: "Abandonner",
  fields: { intent: "stop-copies" } satisfies Fields,
}

export const takingBack: Question = {
  question: "Rendre aux épisodes leurs anciennes adresses\u202f?",
  detail:
    "Les sons et les images seront de nouveau lus chez l’ancien hébergeur\u00a0: il faut qu’il les ait encore. Les copies restent dans la médiathèque.",
  confirmLabel: "Revenir en arrière",
  fields: { intent: "take-back" } satisfies Fields,
}

/** In French zero is singular. */
function count(number: number, one: string, more: string) {
  return `${format(number)} ${number > 1 ? more : one}`
}

function format(number: number) {
  return number.toLocaleString("fr-FR")
}
