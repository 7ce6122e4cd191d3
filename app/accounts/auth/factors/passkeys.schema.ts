import { z } from "zod"

/** More are nobody's: they would only fill the table. */
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60

const bytes = z.base64url().max(20_000)
const common = {
  id: bytes.max(1_400),
  rawId: bytes.max(1_400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
  clientExtensionResults: z.object({}).default({}),
}

/** What the browser answers about a new passkey (WebAuthn level 2, RegistrationResponseJSON). */
export const newPasskeyResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(20)).max(10).optional().catch(undefined),
  }),
})

/** What it answers for a known one. */
export const passkeyResponse = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.max(200).optional().catch(undefined),
  }),
})

/** A field of a form that holds either as JSON. */
export function jsonField<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(60_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue("Réponse illisible")
        return z.NEVER
      }
    })
    .pipe(schema)
}
