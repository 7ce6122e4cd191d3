import { pronounOf, type Question } from "#app/kit/http/questions.ts"
import type { TypeWords } from "./managed-type.ts"

/** What is asked before an item is deleted. */
export function askDeletion(
  { thisOne, isFeminine }: Pick<TypeWords, "thisOne" | "isFeminine">,
  { id, title }: { id: number; title: string },
): Question {
  const deleted = isFeminine ? "supprimée" : "supprimé"
  return {
    question: `Êtes-vous sûr de vouloir supprimer ${thisOne} ?`,
    detail: `« ${title} » sera ${deleted}.`,
    toBin: pronounOf({ isFeminine }, 1),
    fields: { intent: "delete", id: String(id) },
  }
}
