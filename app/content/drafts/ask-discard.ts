import type { Question } from "#app/kit/http/questions.ts"
import { parseId } from "#app/kit/lib/numbers.ts"

/** What is asked before a draft is thrown away. @param parameters of the address without scripts; its `id` */
export function askDiscard(parameters: URLSearchParams): Question | undefined {
  const id = parseId(parameters.get("id") ?? "")
  return id === undefined ? undefined : discardQuestion(id)
}

export function discardQuestion(id: number): Question {
  return {
    question: "Jeter ce brouillon ?",
    detail: "Ce qui n’y est pas enregistré sera perdu, et ses liens d’aperçu fermés.",
    confirmLabel: "Jeter",
    fields: { intent: "discard", id: String(id) },
  }
}
