import type { Question } from "#app/kit/http/questions.ts"

/** What is asked before a transcript is deleted. */
export function deletionOf({ episodeId, title }: { episodeId: number; title: string }): Question {
  return {
    question: "Êtes-vous sûr de vouloir supprimer cette transcription ?",
    detail: `Celle de « ${title} » sera supprimée avec ses versions. Cette action est définitive.`,
    fields: { intent: "delete", id: String(episodeId) },
  }
}

/** What is asked before a program's words take the place of a transcript. */
export function adoptionOf(
  { episodeId, title }: { episodeId: number; title: string },
  has: { isPublished: boolean } | null,
): Question {
  return {
    question: "Prendre ce que le programme a écrit\u202f?",
    detail: `Ce texte remplace la transcription de «\u00a0${title}\u00a0», qui reste parmi les versions.${has?.isPublished ? " Il sera publié aussitôt." : ""}`,
    confirmLabel: "Prendre ce texte",
    fields: { intent: "adopt", id: String(episodeId) },
  }
}

/** What is asked before a program's words are thrown away. */
export function discardOf({ episodeId, title }: { episodeId: number; title: string }): Question {
  return {
    question: "Écarter ce que le programme a écrit\u202f?",
    detail: `Il faudrait alors transcrire «\u00a0${title}\u00a0» à nouveau.`,
    confirmLabel: "Écarter",
    fields: { intent: "discard", id: String(episodeId) },
  }
}
