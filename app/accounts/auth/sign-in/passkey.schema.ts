import { z } from "zod"
import { jsonField, passkeyResponse } from "../factors/passkeys.schema.ts"

/** Alone, or after the password. */
const step = z.enum(["first", "second"])
export type Step = z.output<typeof step>

export const passkeyIntents = {
  ask: z.object({ step }),
  answer: z.object({ step, response: jsonField(passkeyResponse) }),
}
