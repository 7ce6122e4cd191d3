import type { ImportMessage, ImportRow } from "./feeds.schema.ts"
import type { SerializedItem } from "./serialized-item.ts"

type Figures = {
  created: number
  drafts: number
  linked: number
  updated: number
  unchanged: number
  skippedCount: number
}

/** « 12 épisodes à créer, 2 déjà sur le site, 3 à mettre à jour, 62 inchangés, 1 ignoré » */
export function describePlan({ created, drafts, linked, updated, ...rest }: Figures) {
  const changes = [
    `${count(created, "épisode")} à créer${among(drafts)}`,
    ...onSite(linked),
    `${format(updated)} à mettre à jour`,
  ]
  return [...changes, ...left(rest)].join(", ")
}

/** « 12 épisodes créés, 2 déjà sur le site, 3 mis à jour, 62 inchangés, 1 ignoré » */
export function describeResult({ created, drafts, linked, updated, ...rest }: Figures) {
  const ending = created > 1 ? "s" : ""
  const changes = [
    `${count(created, "épisode")} créé${ending}${among(drafts)}`,
    ...onSite(linked),
    `${format(updated)} mis à jour`,
  ]
  return [...changes, ...left(rest)].join(", ")
}

/** What an import would do with an item. */
export function describeRow({
  kind,
  fields,
  twin,
  isDraft,
}: Pick<ImportRow, "kind" | "fields" | "twin" | "isDraft">) {
  if (kind === "create") return isDraft ? "Nouvel épisode, en brouillon" : "Nouvel épisode"
  if (kind === "update") return `Mise à jour\u202f: ${fields.join(", ")}`
  const added = fields.length > 0 ? `, complété par le flux\u202f: ${fields.join(", ")}` : ""
  return `Déjà sur le site\u202f: «\u00a0${twin}\u00a0»${added}`
}

/** What a new episode does not have as its feed has it; the first two make it a draft. */
export function describeRemarks({
  unreadDate,
  sharedGuid,
  remarks = [],
}: Pick<SerializedItem, "unreadDate" | "sharedGuid" | "remarks">) {
  return [
    ...(unreadDate === undefined ? [] : [describeUnreadDate(unreadDate)]),
    ...(sharedGuid === undefined ? [] : [SHARED_GUID]),
    ...remarks,
  ]
}

function describeUnreadDate(date: string) {
  const fault =
    date === ""
      ? "Pas de date de publication"
      : `Date illisible ou incertaine («\u00a0${date.slice(0, 60)}\u00a0»)`
  return `${fault}\u00a0: en brouillon, daté d’après ses voisins dans le flux.`
}

const SHARED_GUID =
  "Même identifiant qu’un autre épisode du flux, mais un autre son\u00a0: en brouillon, avec un identifiant à lui."

function among(drafts: number) {
  return drafts > 0 ? ` dont ${format(drafts)} en brouillon` : ""
}

/** Said only where there are any: an ordinary import knows its episodes by their GUIDs. */
function onSite(linked: number) {
  return linked > 0 ? [`${format(linked)} déjà sur le site`] : []
}

/** What a feed lacks to be a podcast's, if so. */
export function describeLack({
  items,
  withoutAudio,
  skipped,
}: Record<"items" | "withoutAudio" | "skipped", number>) {
  if (items === 0 && skipped === 0)
    return "Ce flux ne contient aucun épisode. Vérifiez que son adresse est bien celle de votre podcast."
  if (items === 0)
    return "Aucun élément de ce flux ne peut devenir un épisode. La liste des éléments ignorés dit pourquoi."
  if (withoutAudio === items)
    return "Aucun épisode de ce flux n’a de fichier audio. Vérifiez que c’est bien un flux de podcast\u00a0: importés ainsi, ses épisodes ne pourraient pas être écoutés."
  if (withoutAudio === 0) return undefined
  const [word, have] = withoutAudio > 1 ? ["épisodes", "ont"] : ["épisode", "a"]
  return `${format(withoutAudio)} ${word} sur ${format(items)} n’${have} pas de fichier audio.`
}

/** How many items and bytes were read, or items written. */
export function describeProgress(message: Extract<ImportMessage, { phase: string }>) {
  if (message.phase === "write") return `Import : ${format(message.done)} sur ${format(message.total)}`
  const megabytes = (message.bytes / 1_000_000).toLocaleString("fr-FR", { maximumFractionDigits: 1 })
  return `Lecture du flux : ${count(message.items, "épisode")}, ${megabytes} Mo`
}

function left({ unchanged, skippedCount }: Pick<Figures, "unchanged" | "skippedCount">) {
  return [count(unchanged, "inchangé"), count(skippedCount, "ignoré")]
}

/** In French zero is singular. */
function count(number: number, word: string) {
  return `${format(number)} ${word}${number > 1 ? "s" : ""}`
}

function format(number: number) {
  return number.toLocaleString("fr-FR")
}
