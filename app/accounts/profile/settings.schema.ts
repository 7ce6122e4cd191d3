import { z } from "zod"
import { changePasswordSchema, emailField } from "../auth/auth.schema.ts"
import { checkbox, choice } from "#app/kit/form/form-fields.ts"
import { NOTICE_FREQUENCIES } from "#app/kit/lib/notices.ts"
import { profileSchema } from "../users/profile.schema.ts"

export const newEmailSchema = z.object({ email: emailField })

export const noticesSchema = z.object({
  notices: choice("La fréquence", NOTICE_FREQUENCIES),
  wantsAudience: checkbox("L’audience du mois"),
})
export type Notices = z.output<typeof noticesSchema>

/** What can be asked for on the page of one's own account. */
export const settingsIntents = {
  profile: profileSchema,
  notices: noticesSchema,
  password: changePasswordSchema,
  email: newEmailSchema,
  "cancel-email": z.object({}),
  leave: z.object({}),
  "end-session": z.object({ id: z.string() }),
  "end-others": z.object({}),
}
