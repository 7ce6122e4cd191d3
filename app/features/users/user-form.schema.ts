import { z } from "zod"
import { choice } from "#app/form/form-fields.ts"
import { emailField, passwordField } from "../auth/auth.schema.ts"
import { profileFields } from "./profile.schema.ts"
import { ROLES } from "#app/lib/roles.ts"

export const newUserSchema = z.object({
  ...profileFields,
  email: emailField,
  password: passwordField,
  role: choice("Le rôle", ROLES).default("user"),
})

export type NewUser = z.output<typeof newUserSchema>

export const userIdSchema = z.object({ id: z.string() })

export const roleSchema = userIdSchema.extend({ role: choice("Le rôle", ROLES) })
