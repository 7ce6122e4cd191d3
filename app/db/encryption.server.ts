import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { getSecret } from "./secrets.server.ts"

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts what has to be read again (AES-256-GCM, with the site's secret `factors`): a table that is seen by itself, in a
 * log or a query's result, opens nothing. A backup holds the secret, too.
 *
 * @param owner whose it is: it is readable for nobody else
 */
export async function encrypt(text: string, owner: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", await readKey(), nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url")
}

/** @throws Error when it is not what `encrypt` made for that owner */
export async function decrypt(sealed: string, owner: string) {
  const bytes = Buffer.from(sealed, "base64url")
  const textAt = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv("aes-256-gcm", await readKey(), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(NONCE_BYTES, textAt))
  return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString()
}

const readKey = async () => Buffer.from(await getSecret("factors"), "base64url")
