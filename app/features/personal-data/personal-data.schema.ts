import { z } from "zod"
import { emailField } from "../auth/auth.schema.ts"

export const personSchema = z.object({ email: emailField })
