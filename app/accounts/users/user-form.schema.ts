import { z } from "zod"
import { choice } from "#app/kit/form/form-fields.ts"
import { emailField, passwordField } from "../auth/auth.schema.ts"
import { rightsFields } from "../rights-fields.schema.ts"
import { profileFields } from "./profile.schema.ts"
import { ROLES } from "#app/kit/lib/roles.ts"

export const newUserSchema = z.object({
  ...profileFields,
  email: emailField,
  password: passwordField,
  role: choice("Le rôle", ROLES).default("user"),
})

export type NewUser = z.output<typeof newUserSchema>

export const roleSchema = z.object({ id: z.string(), role: choice("Le rôle", ROLES), ...rightsFields })

export type RoleChange = z.output<typeof roleSchema>

/** What can be asked for on the page of the accounts. */
export const userIntents = {
  create: newUserSchema,
  role: roleSchema,
  delete: z.object({ id: z.string() }),
  "end-sessions": z.object({ id: z.string() }),
  "require-factor": z.object({}),
  "lift-factor": z.object({}),
}
