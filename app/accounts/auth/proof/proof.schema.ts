import { z } from "zod"
import { jsonField, passkeyResponse } from "../factors/passkeys.schema.ts"

/** What can be asked for where the browser proves who uses it. */
export const proofIntents = {
  password: z.object({ proof: z.string().default("") }),
  "ask-passkey": z.object({}),
  passkey: z.object({ response: jsonField(passkeyResponse) }),
}
