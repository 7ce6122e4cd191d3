import type { RowBadge } from "#app/content/managed-type.ts"
import type { LetterState, LetterTopic } from "#app/kit/lib/letters.ts"

export const STATE_LABELS: Record<LetterState, string> = {
  draft: "Brouillon",
  scheduled: "Programmée",
  sending: "En cours d’envoi",
  paused: "En pause",
  sent: "Envoyée",
  stopped: "Arrêtée",
}

const VARIANTS = {
  draft: "outline",
  scheduled: "secondary",
  sending: "secondary",
  paused: "secondary",
  sent: "default",
  stopped: "outline",
} as const satisfies Record<LetterState, RowBadge["variant"]>

/** « Brouillon », or « Programmée pour le 3 décembre 2026 à 08:00 ». @param leavesAt when it is to leave, in words */
export const badgeOfLetter = (state: LetterState, leavesAt?: string): RowBadge => ({
  label: STATE_LABELS[state],
  variant: VARIANTS[state],
  until: state === "scheduled" ? leavesAt : undefined,
})

/** What subscribers choose from. */
export const TOPIC_LABELS: Record<LetterTopic, string> = {
  episodes: "Nouveaux épisodes",
  news: "Actualités et articles",
  letters: "Lettres",
}

export const ALREADY_LEAVING = "L’envoi de cette lettre a commencé\u00a0: elle ne se modifie plus"
