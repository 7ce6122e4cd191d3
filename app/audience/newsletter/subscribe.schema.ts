import { z } from "zod"
import { emailField } from "#app/accounts/auth/auth.schema.ts"

export const subscribeSchema = z.object({ email: emailField })
