import type { Question } from "#app/http/questions.ts"

/** What is asked before a transcript is deleted. */
export function deletionOf({ episodeId, title }: { episodeId: number; title: string }): Question {
  return {
    question: "Êtes-vous sûr de vouloir supprimer cette transcription ?",
    detail: `Celle de « ${title} » sera supprimée avec ses versions. Cette action est définitive.`,
    fields: { intent: "delete", id: String(episodeId) },
  }
}
