import { z } from "zod"
import { emailField } from "#app/accounts/auth/auth.schema.ts"

export const personSchema = z.object({ email: emailField })

/** What can be asked for on the page of personal data. */
export const personIntents = { find: personSchema, erase: personSchema }
