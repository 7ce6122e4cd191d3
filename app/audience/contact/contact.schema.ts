import { z } from "zod"
import { emailAddress } from "#app/accounts/auth/auth.schema.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { checkbox, oneRow, requiredLines, requiredText } from "#app/kit/form/form-fields.ts"

/** docs/product.md 12.2: everything is required. */
export const messageSchema = z.object({
  name: requiredText("Le nom", 100),
  email: requiredText("L’e-mail", 255).pipe(emailAddress),
  subject: requiredText("Le sujet", 200),
  message: requiredLines("Le message", 5_000),
})

export type NewMessage = z.output<typeof messageSchema>

export const replySchema = oneRow.extend({
  text: requiredLines("La réponse", 5_000),
  isDone: checkbox("Le message traité"),
  /** How many replies there were when the form was filled. */
  known: z.coerce.number().int().min(0).max(1_000),
})

export type ReplyValues = z.output<typeof replySchema>

/** What can be asked for on the page of the messages. */
export const messageIntents = {
  read: chosenRows,
  unread: chosenRows,
  archive: chosenRows,
  restore: chosenRows,
  done: chosenRows,
  undone: chosenRows,
  delete: chosenRows,
  reply: replySchema,
  resend: z.object({ reply: z.uuid() }),
}
