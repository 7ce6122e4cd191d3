import { z } from "zod"
import { emailField } from "#app/accounts/auth/auth.schema.ts"

const linkSchema = z.object({ email: emailField })

export type LinkSchema = typeof linkSchema

/** What is asked before it is done, as the page's address says it. */
export const askedSchema = z.enum(["renew", "leave"])

export type Asked = z.output<typeof askedSchema>

/** What can be asked for on the page of a supporter: a link by anybody, the rest by whose page it is. */
export const ownIntents = {
  link: linkSchema,
  renew: z.object({}),
  leave: z.object({}),
  forget: z.object({}),
}
