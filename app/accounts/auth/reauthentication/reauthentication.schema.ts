import { z } from "zod"
import { jsonField, passkeyResponse } from "../factors/passkeys.schema.ts"

/** What can be asked for where the browser re-authenticates the person. */
export const reauthenticationIntents = {
  password: z.object({ proof: z.string().default("") }),
  "ask-passkey": z.object({}),
  passkey: z.object({ response: jsonField(passkeyResponse) }),
}
