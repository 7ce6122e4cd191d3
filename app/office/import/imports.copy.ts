import { IMPORT_STATES_SAID as LIST_STATES_SAID } from "#app/audience/newsletter/import/import.copy.ts"
import { NO_SITE } from "#app/kit/lib/imported-tables.ts"
import type { ImportState as ListState } from "#app/kit/lib/newsletter.ts"
import type { Shape } from "../export/shapes.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type {
  ImportedTarget,
  ImportFindings,
  ImportReport,
  ImportState,
  TextType,
} from "#app/kit/lib/imports.ts"

export const STATES_SAID: Record<ImportState, string> = {
  reading: "En lecture",
  read: "Attend vos choix",
  running: "En cours",
  paused: "En pause",
  done: "Terminé",
  failed: "Rien n’a été importé",
  undoing: "En train d’être défait",
  undone: "Défait",
}

/** Where an import is: of one that is nothing but a list of people, where that is. */
export function describeState({
  state,
  isListOnly,
  listState,
}: {
  state: ImportState
  isListOnly: boolean
  listState: ListState | null
}) {
  if (!isListOnly) return STATES_SAID[state]
  return listState ? LIST_STATES_SAID[listState] : "Liste écartée"
}

/** The people of an import that a list speaks of. */
export const describeList = (people: number) =>
  people > 1 ? `Une liste de ${format(people)} personnes` : "Une liste d’une personne"

export const TYPES_SAID: Record<TextType, string> = {
  episode: "Épisodes",
  post: "Articles",
  news: "Actualités",
  page: "Pages",
}

export const TARGETS_SAID: Record<ImportedTarget, string> = {
  episode: "Épisodes",
  post: "Articles",
  news: "Actualités",
  page: "Pages",
  guest: "Invités",
  comment: "Commentaires",
  redirect: "Redirections",
  transcript: "Transcriptions",
}

/** By what an archive calls them, one and several of what it holds. */
export const LINES_SAID: Record<Shape, [string, string]> = {
  episodes: ["épisode", "épisodes"],
  transcripts: ["transcription", "transcriptions"],
  news: ["actualité", "actualités"],
  blog: ["article", "articles"],
  pages: ["page", "pages"],
  guests: ["invité", "invités"],
  comments: ["commentaire", "commentaires"],
  media: ["média", "médias"],
  redirects: ["redirection", "redirections"],
  letters: ["lettre", "lettres"],
  levels: ["palier de soutien", "paliers de soutien"],
  supporters: ["soutien", "soutiens"],
  subscribers: ["abonné", "abonnés"],
  messages: ["message", "messages"],
  "leaving-reasons": ["raison de départ", "raisons de départ"],
  bans: ["blocage", "blocages"],
  "audience-days": ["total d’audience par jour", "totaux d’audience par jour"],
  "audience-months": ["total d’audience par mois", "totaux d’audience par mois"],
  "subscribers-by-day": ["jour d’abonnements", "jours d’abonnements"],
}

export function describeLines(counts: Partial<Record<string, number>>) {
  const shapes = Object.keys(LINES_SAID) as Shape[]
  return shapes.flatMap((shape) => {
    const number = counts[shape] ?? 0
    return number > 0 ? [count(number, ...LINES_SAID[shape])] : []
  })
}

export const NOT_EMPTY =
  "Cette archive est celle d’un site entier\u00a0: elle s’importe dans un site vide, et celui-ci a déjà des contenus. Rien n’a été changé. Installez un site à part, ou effacez d’abord ce qui est ici."

/** What is asked before an import is taken back. @param isArchive of this program's own, which has more in it than contents */
export const undoing = (id: number, isArchive = false): Question => ({
  question: "Défaire cet import\u202f?",
  detail: `Tout ce qu’il a créé et que personne n’a changé depuis sera supprimé pour de bon, redirections comprises. Ce qui a été changé ou commenté ici reste, comme les images et les sons copiés dans la médiathèque.${isArchive ? " Invités, lettres, paliers, soutiens, abonnés, messages, chiffres d’audience et réglages restent aussi." : ""}`,
  confirmLabel: "Défaire l’import",
  fields: { intent: "undo", id: String(id) },
})

/** How many texts of one type are here already. */
export function describeKnown({ known, changed, edited }: ImportFindings["texts"][TextType]) {
  return [
    format(known),
    ...(changed > 0 ? [`dont ${format(changed)} à mettre à jour`] : []),
    ...(edited > 0 ? [`dont ${format(edited)} changés ici\u00a0: ils resteront`] : []),
  ].join(", ")
}

/** What an import's files tell of besides texts. @param source the other site's address */
export function describeFound(
  { comments, guests, likes = 0, redirects = 0, files, authors, parts, archive }: ImportFindings,
  source: string,
) {
  if (archive)
    return [
      `Tout un site, avec ses réglages\u00a0: ${describeLines(archive.counts).join(", ")}.`,
      "Chaque contenu garde son numéro, et donc son adresse. Les comptes ne viennent pas\u00a0: invitez votre équipe. Aucune lettre ne part\u00a0: une lettre programmée devient un brouillon.",
      ...(archive.isHereEmpty ? [] : [NOT_EMPTY]),
    ]
  const others = comments.count - comments.onEpisodes
  const names = authors.map(({ name, hasAccount }) => `${name}${hasAccount ? " (a un compte ici)" : ""}`)
  return [
    guests !== undefined &&
      `${count(guests.count, "invité", "invités")}${guests.known > 0 ? `, dont ${format(guests.known)} déjà ici` : ""}`,
    comments.onEpisodes > 0 &&
      `${count(comments.onEpisodes, "commentaire", "commentaires")} sur les épisodes`,
    others > 0 &&
      `${count(
        others,
        "commentaire d’article ou de page ne viendra pas",
        "commentaires d’articles ou de pages ne viendront pas",
      )}\u00a0: ici, on commente les épisodes.`,
    redirects > 0 && count(redirects, "redirection", "redirections"),
    likes > 0 && `${format(likes)}\u00a0j’aime`,
    parts !== undefined &&
      parts.transcripts > 0 &&
      `${count(parts.transcripts, "transcription", "transcriptions")} pour des épisodes qui n’en ont pas`,
    parts !== undefined &&
      parts.chapters > 0 &&
      `${count(parts.chapters, "fichier de chapitres", "fichiers de chapitres")} pour des épisodes qui n’en ont pas`,
    parts !== undefined &&
      parts.known > 0 &&
      `${count(parts.known, "fichier", "fichiers")} pour des épisodes qui ont déjà les leurs\u00a0: ils resteront`,
    files > 0 && `${count(files, "fichier", "fichiers")} (images, sons) sur l’ancien site`,
    names.length > 0 &&
      `${names.length > 1 ? "Auteurs" : "Auteur"}\u00a0: ${names.join(", ")}. Un texte est attribué au compte qui a la même adresse e-mail\u202f; sinon, un article garde le nom de qui le signait.`,
    source !== "" &&
      !source.endsWith(NO_SITE) &&
      `Les anciennes adresses de ${new URL(source).host} mèneront ici à leur nouvelle page, dès que ce nom mène à ce site.`,
  ].filter((line) => line !== false)
}

/** How a report counts, in its order. */
export const REPORT_COLUMNS = [
  ["created", "Créés"],
  ["updated", "Mis à jour"],
  ["unchanged", "Inchangés"],
  ["edited", "Laissés, changés ici"],
  ["skipped", "Non repris"],
] as const

export function describeUndone({ removed, kept }: NonNullable<ImportReport["undone"]>) {
  const rest = kept > 0 ? `, ${count(kept, "gardé, car changé", "gardés, car changés")} ici` : ""
  return `Défait\u00a0: ${count(removed, "élément supprimé", "éléments supprimés")}${rest}.`
}

export const describeCopies = (copies: number) =>
  `${count(copies, "image est", "images sont")} encore sur l’ancien site`

/** In French zero is singular. */
const count = (number: number, one: string, more: string) => `${format(number)} ${number > 1 ? more : one}`
const format = (number: number) => number.toLocaleString("fr-FR")

/** Whose accounts would be made. */
export const describeAccounts = ({ user, moderator, admin }: Record<Role, number>) =>
  [
    user > 0 && count(user, "compte de visiteur", "comptes de visiteurs"),
    moderator > 0 && count(moderator, "modérateur", "modérateurs"),
    admin > 0 && count(admin, "administrateur", "administrateurs"),
  ]
    .filter(Boolean)
    .join(", ")
