import { createHash, randomBytes, randomUUID } from "node:crypto"
import { and, eq, gt, lte } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { verifications } from "#app/db/schema/accounts.server.ts"

/** What a key is for; one for another purpose is none. */
export type KeyPurpose = "sign-in" | "passkey" | "new-passkey" | "new-email" | "end-sessions"

/**
 * Keeps a value until somebody comes with its key, once. The database holds only the key's digest. A value that is a
 * person's id ends with any change of their password (a trigger in drizzle/0008_password-changes.sql).
 *
 * @param seconds how long, at least 1
 * @returns the key: 32 random bytes in base64url
 */
export async function keepOnce(purpose: KeyPurpose, value: string, seconds: number) {
  const now = Date.now()
  const key = randomBytes(32).toString("base64url")
  await db.delete(verifications).where(lte(verifications.expiresAt, new Date(now)))
  await db.insert(verifications).values({
    id: randomUUID(),
    identifier: identify(purpose, key),
    value,
    expiresAt: new Date(now + seconds * 1_000),
  })
  return key
}

/** Takes what is kept for a key: of several who come at once, one gets it. @returns undefined for the others */
export async function takeOnce(purpose: KeyPurpose, key: string, on: typeof db | Transaction = db) {
  const [taken] = await on
    .delete(verifications)
    .where(isKeptFor(purpose, key))
    .returning({ value: verifications.value })
  return taken?.value
}

/** What `takeOnce` would take, left where it is. */
export async function peekOnce(purpose: KeyPurpose, key: string) {
  const [kept] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(isKeptFor(purpose, key))
  return kept?.value
}

const isKeptFor = (purpose: KeyPurpose, key: string) =>
  and(eq(verifications.identifier, identify(purpose, key)), gt(verifications.expiresAt, new Date()))

const identify = (purpose: KeyPurpose, key: string) =>
  `${purpose}:${createHash("sha256").update(key).digest("base64url")}`
