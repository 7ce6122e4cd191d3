import { z } from "zod"
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

export const messageIdSchema = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) })
