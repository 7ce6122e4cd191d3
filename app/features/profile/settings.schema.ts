import { z } from "zod"
import { changePasswordSchema } from "../auth/auth.schema.ts"
import { profileSchema } from "../users/profile.schema.ts"

/** What can be asked for on the page of one's own account. */
export const settingsIntents = {
  profile: profileSchema,
  password: changePasswordSchema,
  "end-session": z.object({ id: z.string() }),
  "end-others": z.object({}),
}
