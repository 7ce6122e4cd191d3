import type { Asking } from "#app/kit/form/asking.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { failedMailIntents } from "./failed-mails.schema.ts"

/** What is asked before mails that were given up are deleted. */
export function droppingOf(mails: { id: string; subject: string }[]): Question {
  const [first, ...more] = mails
  return {
    question:
      first && more.length === 0
        ? `Abandonner l’e-mail «\u00a0${first.subject}\u00a0»\u202f?`
        : `Abandonner ces ${mails.length} e-mails\u202f?`,
    detail: "Ils ne seront jamais envoyés, et disparaissent de cette liste.",
    confirmLabel: "Abandonner",
    fields: { intent: "drop", ids: mails.map(({ id }) => id).join(",") } satisfies Asking<
      typeof failedMailIntents
    >,
  }
}
