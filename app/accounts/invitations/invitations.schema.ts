import { z } from "zod"
import { choice, oneRow } from "#app/kit/form/form-fields.ts"
import { ROLES } from "#app/kit/lib/roles.ts"
import { rightsFields } from "../rights-fields.schema.ts"
import { emailField, newPasswordSchema } from "../auth/auth.schema.ts"
import { jsonField, newPasskeyResponse } from "../auth/factors/passkeys.schema.ts"

export const inviteSchema = z.object({
  email: emailField,
  role: choice("Le rôle", ROLES).default("user"),
  ...rightsFields,
})

export type Invite = z.output<typeof inviteSchema>

/** With what the invited person will sign in. */
export const acceptIntents = {
  password: newPasswordSchema,
  passkey: z.object({ response: jsonField(newPasskeyResponse) }),
}

/** What can be asked for in the list of invitations. */
export const invitationIntents = { invite: inviteSchema, renew: oneRow, revoke: oneRow }
