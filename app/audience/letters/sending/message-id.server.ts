import { createHmac, timingSafeEqual } from "node:crypto"
import { getSecret } from "#app/db/secrets.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

const PURPOSE = "letter-message"
const HEX = 16
const ID = /<?letter-(\d{1,15})-([\da-f]{16})@/i

/** The `Message-ID` of a recipient's mail: the same however often it is sent, and made by nobody else. */
export async function letterMessageId(recipientId: number) {
  const host = new URL(getSettings().publicUrl).hostname
  return `<letter-${recipientId}-${sign(await getSecret(PURPOSE), recipientId)}@${host}>`
}

/** @returns whose mail it is; undefined where the identifier was not made here */
export async function readLetterMessageId(text: string) {
  const [, id = "", given = ""] = ID.exec(text) ?? []
  if (!id) return undefined
  const right = sign(await getSecret(PURPOSE), Number(id))
  return timingSafeEqual(Buffer.from(right), Buffer.from(given.toLowerCase())) ? Number(id) : undefined
}

function sign(secret: string, recipientId: number) {
  return createHmac("sha256", secret).update(`${PURPOSE} ${recipientId}`).digest("hex").slice(0, HEX)
}
