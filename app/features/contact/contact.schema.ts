import { z } from "zod"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { requiredText } from "#app/form/form-fields.ts"
import { emailAddress } from "../auth/auth.schema.ts"

/** docs/product.md 12.2: everything is required. */
export const messageSchema = z.object({
  name: requiredText("Le nom", 100).transform((value) => value.replace(/\s+/g, " ")),
  email: requiredText("L’e-mail", 255).pipe(emailAddress),
  subject: requiredText("Le sujet", 200).transform((value) => value.replace(/\s+/g, " ")),
  message: requiredText("Le message", 5_000),
})

export type NewMessage = z.output<typeof messageSchema>

/** What can be asked for on the page of the messages. */
export const messageIntents = {
  read: chosenRows,
  unread: chosenRows,
  archive: chosenRows,
  restore: chosenRows,
  delete: chosenRows,
}
