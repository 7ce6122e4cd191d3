import { z } from "zod"
import { emailField } from "../../accounts/auth/auth.schema.ts"

export const subscribeSchema = z.object({ email: emailField })
