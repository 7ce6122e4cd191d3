import type { LetterTopic } from "#app/kit/lib/letters.ts"
import type { LeavingReason } from "#app/kit/lib/newsletter.ts"

/** What is said to people before they subscribe; kept with each subscription as proof of what they agreed to. */
export const CONSENT = {
  /** Under the comment form. */
  comment:
    "En publiant un commentaire, vous vous inscrivez à notre newsletter. Chaque message contient un lien pour vous désabonner.",
  /** Beside the box of the comment form, where it is one's own choice (`newsletterConsent: "checkbox"`). */
  checkbox: "Je m’inscris aussi à la newsletter. Chaque message contient un lien pour me désabonner.",
  /** At the subscription form. */
  form: "Les nouveaux épisodes et les nouvelles du podcast, par e-mail. Chaque message contient un lien pour vous désabonner.",
} as const

/** What subscribers choose between, and what hosts say a letter is about. */
export const TOPIC_LABELS: Record<LetterTopic, string> = {
  episodes: "Les nouveaux épisodes",
  news: "Les actualités et les articles",
  letters: "Les lettres de l’équipe",
}

/** Why somebody left. */
export const REASON_LABELS: Record<LeavingReason, string> = {
  often: "Trop d’e-mails",
  content: "Le contenu ne m’intéresse plus",
  elsewhere: "Je suis le podcast autrement",
  unasked: "Je ne me souviens pas de m’être inscrit",
  other: "Une autre raison",
}
