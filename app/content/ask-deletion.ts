import type { Question } from "#app/http/questions.ts"

/** What is asked before an item is deleted. @param what « cet épisode », « cette page » */
export function askDeletion(what: `cet ${string}` | `cette ${string}`, id: number, title: string): Question {
  const deleted = what.startsWith("cette ") ? "supprimée" : "supprimé"
  return {
    question: `Êtes-vous sûr de vouloir supprimer ${what} ?`,
    detail: `« ${title} » sera ${deleted}. Cette action est définitive.`,
    fields: { intent: "delete", id: String(id) },
  }
}
