import { z } from "zod"
import { changePasswordSchema, emailField } from "../auth/auth.schema.ts"
import { profileSchema } from "../users/profile.schema.ts"

export const newEmailSchema = z.object({ email: emailField })

/** What can be asked for on the page of one's own account. */
export const settingsIntents = {
  profile: profileSchema,
  password: changePasswordSchema,
  email: newEmailSchema,
  "cancel-email": z.object({}),
  leave: z.object({}),
  "end-session": z.object({ id: z.string() }),
  "end-others": z.object({}),
}
