import { z } from "zod"
import { choice, oneRow } from "#app/form/form-fields.ts"
import { ROLES } from "#app/lib/roles.ts"
import { emailField } from "../auth/auth.schema.ts"

export const inviteSchema = z.object({ email: emailField, role: choice("Le rôle", ROLES).default("user") })

export type Invite = z.output<typeof inviteSchema>

/** What can be asked for in the list of invitations. */
export const invitationIntents = { invite: inviteSchema, renew: oneRow, revoke: oneRow }
