import type { LetterState, LetterTopic } from "#app/kit/lib/letters.ts"

export const STATE_LABELS: Record<LetterState, string> = {
  draft: "Brouillon",
  scheduled: "Programmée",
  sending: "En cours d’envoi",
  paused: "En pause",
  sent: "Envoyée",
  stopped: "Arrêtée",
}

/** What subscribers choose from. */
export const TOPIC_LABELS: Record<LetterTopic, string> = {
  episodes: "Nouveaux épisodes",
  news: "Actualités et articles",
  letters: "Lettres",
}

export const ALREADY_LEAVING = "L’envoi de cette lettre a commencé\u00a0: elle ne se modifie plus"
