import { z } from "zod"
import { requiredText } from "#app/kit/form/form-fields.ts"
import { jsonField, MAX_PASSKEY_NAME, newPasskeyResponse } from "../../auth/factors/passkeys.schema.ts"

const none = z.object({})
const name = requiredText("Le nom", MAX_PASSKEY_NAME)
const id = z.string()

export const firstCodeSchema = z.object({
  code: z
    .string()
    .default("")
    .transform((typed) => typed.replace(/\s/g, ""))
    .pipe(
      z
        .string()
        .min(1, "Le code est requis")
        .regex(/^\d{6}$/, "Le code a six chiffres"),
    ),
  setup: z.string().default(""),
})

export const passkeyNameSchema = z.object({ name })
export const renamedPasskeySchema = z.object({ id, name })

/** What can be asked for on the page of one's second factors. */
export const securityIntents = {
  "start-totp": none,
  "confirm-totp": firstCodeSchema,
  "remove-totp": none,
  "start-passkey": passkeyNameSchema,
  "add-passkey": z.object({ name, response: jsonField(newPasskeyResponse) }),
  "rename-passkey": renamedPasskeySchema,
  "remove-passkey": z.object({ id }),
  "renew-codes": none,
}
