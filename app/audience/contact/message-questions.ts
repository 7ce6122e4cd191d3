import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { ofName } from "#app/kit/lib/french.ts"
import type { messageIntents } from "./contact.schema.ts"

/** The message that the form replies to. */
export const REPLY_TO = "repondre"

/** What is asked before a message is deleted. */
export function deletionOf({ id, name }: { id: number; name: string }) {
  return {
    question: `Êtes-vous sûr de vouloir supprimer le message ${ofName(name)} ?`,
    detail: "Vos réponses sont supprimées avec lui.",
    toBin: "Il",
    fields: { intent: "delete", id: String(id) } satisfies Asking<typeof messageIntents>,
  } satisfies Question
}
