import type { TypeWords } from "#app/content/managed-type.ts"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"
import { FAILED_MAILS } from "#app/base/mail/failed-mails.copy.ts"
import { spellFailedMails } from "../health/mail-check.ts"
import { BACKUPS } from "../sidebar-entries.ts"

/** Something that waits for somebody (`todo`), should be looked at, or is broken; and where to. */
export type Wait = { state: "fix" | "look" | "todo"; text: string; to: string }

/** While what came with the site stands beside what hosts wrote. */
export const STARTER_LEFT: Wait = {
  state: "todo",
  text: "Le contenu d’exemple est encore parmi le vôtre",
  to: `${FIRST_STEPS}/starter`,
}

/** More is not counted, but shown as « 99+ », and said to be more. */
export const MOST = 99
/** So many lines stand above the page; what comes after them shows once these are dealt with. */
const MAX_LINES = 5

/** How much of each there is. */
export type Counts = {
  /** Comments that wait for a moderator, and visible ones that came since the person looked. */
  pendingComments?: number
  newComments?: number
  messages?: number
  /** By kind, drafts that wait for somebody who may publish them. */
  reviews?: Record<string, number>
  haltedLetters?: number
  uncertainLetters?: number
  /** Of supporters, of whom or of what nobody knows. */
  waitingPayments?: number
  /** The last copy of the site that was begun failed. */
  isBackupFailing?: boolean
  hasNoMailServer?: boolean
  isCopyMissing?: boolean
  isCopyOld?: boolean
  /** The newest copy that was verified does not restore. */
  isCopyBad?: boolean
  /** What is wrong with the disk, in words. */
  disk?: { state: "fix" | "look"; text: string }
  failedMails?: number
  failedFeeds?: number
  failedMedia?: number
  failedCopies?: number
  isHubUntold?: boolean
}

/** What is said of each, and nothing where there is nothing: people first, but for what is broken. */
export function wordsFor(counts: Counts, types: readonly Named[]): Wait[] {
  const lines = [...waitsOfPeople(counts, types), ...waitsOfSite(counts)]
  return [...lines.filter(isBroken), ...lines.filter((line) => !isBroken(line))].slice(0, MAX_LINES)
}

const isBroken = ({ state }: Wait) => state === "fix"

/** What is said of kinds of content. */
type Named = { kind: string; words: Pick<TypeWords, "path" | "nouns" | "isFeminine"> }

/** What people wrote that nobody looked at or dealt with, and what fails that somebody has to know of. */
export function waitsOfPeople(counts: Counts, types: readonly Named[]): Wait[] {
  const { pendingComments = 0, newComments = 0, messages = 0, reviews = {} } = counts
  return [
    ...types.flatMap(({ kind, words }) => {
      const count = reviews[kind] ?? 0
      const [one, several] = words.nouns
      return when(count, {
        text: many(
          count,
          `Un${words.isFeminine ? "e" : ""} ${one} attend votre relecture`,
          `${several} attendent votre relecture`,
        ),
        to: `${words.path}?etat=relecture`,
      })
    }),
    ...waitsOfComments(pendingComments, newComments),
    ...when(messages, {
      text: many(messages, "Un message attend une réponse", "messages attendent une réponse"),
      to: "/admin/messages?etat=a-traiter",
    }),
    ...waitsOfLetters(counts),
    ...when(counts.waitingPayments, {
      text: many(
        counts.waitingPayments ?? 0,
        "Un paiement attend son soutien",
        "paiements attendent leur soutien",
      ),
      to: "/admin/supporters/payments?etat=a-rattacher",
    }),
    ...when(counts.isBackupFailing, { state: "fix", text: "La copie du site échoue", to: BACKUPS }),
  ]
}

function waitsOfComments(pending: number, fresh: number): Wait[] {
  const wait = many(pending, "un attend votre avis", "attendent votre avis")
  if (pending > 0 && fresh > 0)
    return when(1, {
      text: `${many(pending + fresh, "", "commentaires à regarder")}, dont ${wait}`,
      to: "/admin/comments",
    })
  return [
    ...when(pending, {
      text: many(pending, "Un commentaire attend votre avis", "commentaires attendent votre avis"),
      to: "/admin/comments?etat=en-attente",
    }),
    ...when(fresh, {
      text: many(fresh, "Un nouveau commentaire", "nouveaux commentaires"),
      to: "/admin/comments",
    }),
  ]
}

function waitsOfLetters({ haltedLetters = 0, uncertainLetters = 0 }: Counts): Wait[] {
  return [
    ...when(haltedLetters, {
      state: "look",
      text: many(
        haltedLetters,
        "L’envoi d’une lettre s’est mis en pause de lui-même",
        "lettres se sont mises en pause d’elles-mêmes",
      ),
      to: "/admin/letters?etat=en-pause",
    }),
    ...when(uncertainLetters, {
      state: "look",
      text: many(
        uncertainLetters,
        "D’une lettre, on ne sait pas si tous l’ont reçue",
        "lettres dont on ne sait pas si tous les ont reçues",
      ),
      to: "/admin/letters",
    }),
  ]
}

function waitsOfSite(counts: Counts): Wait[] {
  const { failedMails = 0, failedFeeds = 0, failedMedia = 0, failedCopies = 0, disk } = counts
  return [
    ...when(counts.hasNoMailServer, {
      state: "look",
      text: "Aucun serveur d’e-mails n’est réglé",
      to: "/admin/site/mail",
    }),
    ...when(counts.isCopyMissing, {
      state: "fix",
      text: "Il n’y a aucune copie du site",
      to: BACKUPS,
    }),
    ...when(counts.isCopyBad, {
      state: "fix",
      text: "La dernière copie vérifiée du site ne se restaure pas",
      to: BACKUPS,
    }),
    ...when(counts.isCopyOld, {
      state: "look",
      text: "La dernière copie du site a plus d’un jour",
      to: BACKUPS,
    }),
    ...(disk ? [{ ...disk, to: "/admin/health#stockage" }] : []),
    ...when(failedMails, { state: "look", text: spellFailedMails(failedMails), to: FAILED_MAILS }),
    ...when(failedFeeds, {
      state: "look",
      text: many(failedFeeds, "Un flux n’a pas pu être lu", "flux n’ont pas pu être lus"),
      to: "/admin/import",
    }),
    ...when(failedMedia, {
      state: "look",
      text: many(failedMedia, "Un média n’a pas pu être traité", "médias n’ont pas pu être traités"),
      to: "/admin/media?etat=en-attente",
    }),
    ...when(failedCopies, {
      state: "look",
      text: many(
        failedCopies,
        "Un fichier n’a pas pu être copié depuis l’ancien hébergeur",
        "fichiers n’ont pas pu être copiés depuis l’ancien hébergeur",
      ),
      to: "/admin/moving#copie",
    }),
    ...when(counts.isHubUntold, {
      state: "look",
      text: "Le relais qui annonce vos épisodes n’a pas pu être prévenu des nouveautés",
      to: "/admin/feed#hub",
    }),
  ]
}

function when(
  count: number | boolean | undefined,
  wait: Omit<Wait, "state"> & Partial<Pick<Wait, "state">>,
): Wait[] {
  return count ? [{ state: "todo", ...wait, text: capital(wait.text) }] : []
}

/** « Un flux », « 3 flux », « Plus de 99 flux ». */
function many(count: number, one: string, more: string) {
  if (count === 1) return one
  return `${count > MOST ? `plus de ${MOST}` : count} ${more}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
