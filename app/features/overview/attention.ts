import type { LettersToLookAt } from "../letters/desk/attention.server.ts"
import { FAILED_MAILS } from "../mail/failed-mails.copy.ts"
import { spellFailedMails, spellLateMails } from "../health/mail-check.ts"

/** Something that waits for somebody (`todo`), should be looked at, or is broken; and where to. */
export type Attention = { state: "fix" | "look" | "todo"; text: string; to: string }

/** More is not counted, but said to be more. */
export const MOST = 99

/** How much of each there is; undefined where that could not be found out. */
type Counts = {
  messages?: number
  comments?: number
  failedMails?: number
  lateMails?: number
  failedFeeds?: number
  failedMedia?: number
  failedCopies?: number
  isHubUntold?: boolean
  letters?: LettersToLookAt
  hasMailServer: boolean
}

/** What is said of each, and nothing where there is nothing. */
export function wordsFor(counts: Counts): Attention[] {
  const {
    messages = 0,
    comments = 0,
    failedMails = 0,
    lateMails = 0,
    failedFeeds = 0,
    failedMedia = 0,
    failedCopies = 0,
  } = counts
  const { halted = 0, uncertain = 0, underWay = 0 } = counts.letters ?? {}
  const found: [number, Attention][] = [
    [failedMails, { state: "look", text: spellFailedMails(failedMails), to: FAILED_MAILS }],
    [lateMails, { state: "look", text: spellLateMails(lateMails), to: "/admin/health#e-mails" }],
    [
      failedFeeds,
      {
        state: "look",
        text: many(failedFeeds, "Un flux n’a pas pu être lu", "flux n’ont pas pu être lus"),
        to: "/admin/import",
      },
    ],
    [
      failedMedia,
      {
        state: "look",
        text: many(failedMedia, "Un média n’a pas pu être traité", "médias n’ont pas pu être traités"),
        to: "/admin/media?etat=en-attente",
      },
    ],
    [
      failedCopies,
      {
        state: "look",
        text: many(
          failedCopies,
          "Un fichier n’a pas pu être copié depuis l’ancien hébergeur",
          "fichiers n’ont pas pu être copiés depuis l’ancien hébergeur",
        ),
        to: "/admin/moving#copie",
      },
    ],
    [
      counts.isHubUntold ? 1 : 0,
      {
        state: "look",
        text: "Le hub du flux n’a pas pu être prévenu des nouveautés",
        to: "/admin/feed#hub",
      },
    ],
    [
      halted,
      {
        state: "look",
        text: many(
          halted,
          "L’envoi d’une lettre s’est mis en pause de lui-même",
          "lettres se sont mises en pause d’elles-mêmes",
        ),
        to: "/admin/letters?etat=en-pause",
      },
    ],
    [
      uncertain,
      {
        state: "look",
        text: many(
          uncertain,
          "D’une lettre, on ne sait pas si tous l’ont reçue",
          "lettres dont on ne sait pas si tous les ont reçues",
        ),
        to: "/admin/letters",
      },
    ],
    [
      underWay,
      {
        state: "todo",
        text: many(underWay, "Une lettre est en cours d’envoi", "lettres sont en cours d’envoi"),
        to: "/admin/letters?etat=en-cours",
      },
    ],
    [
      counts.hasMailServer ? 0 : 1,
      {
        state: "look",
        text: "Aucun serveur d’e-mails n’est réglé\u00a0: personne ne reçoit les e-mails du site",
        to: "/admin/health#e-mails",
      },
    ],
    [
      messages,
      { state: "todo", text: many(messages, "Un message non lu", "messages non lus"), to: "/admin/messages" },
    ],
    [
      comments,
      {
        state: "todo",
        text: many(comments, "Un commentaire attend votre avis", "commentaires attendent votre avis"),
        to: "/admin/comments?etat=en-attente",
      },
    ],
  ]
  return found.flatMap(([count, attention]) => (count > 0 ? [attention] : []))
}

/** « Un flux », « 3 flux », « Plus de 99 flux ». */
function many(count: number, one: string, more: string) {
  if (count === 1) return one
  return `${count > MOST ? `Plus de ${MOST}` : count} ${more}`
}
