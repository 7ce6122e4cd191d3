import { createHash, randomBytes, randomUUID } from "node:crypto"
import { and, eq, gt, like, lte } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { verifications } from "#app/db/schema/accounts.server.ts"

/** What a key is for; one for another purpose is none. */
export type KeyPurpose =
  "sign-in" | "passkey" | "second-step" | "proof" | "new-passkey" | "new-email" | "end-sessions"

/**
 * Keeps a value until somebody comes with its key, once. The database holds only the key's digest. A value that is a
 * person's id ends with any change of their password (a trigger in drizzle/0002_accounts-and-log.sql).
 *
 * @param seconds how long, at least 1
 * @param options.bind makes, of the key, all that one must come with: what else is in the link, so that nobody changes it
 * @returns the key: 32 random bytes in base64url
 */
export async function keepOnce(
  purpose: KeyPurpose,
  value: string,
  seconds: number,
  { on = db, bind = (key) => key }: { on?: typeof db | Transaction; bind?: (key: string) => string } = {},
) {
  const now = Date.now()
  const key = randomBytes(32).toString("base64url")
  await on.delete(verifications).where(lte(verifications.expiresAt, new Date(now)))
  await on.insert(verifications).values({
    id: randomUUID(),
    identifier: identify(purpose, bind(key)),
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

/** Ends all keys to this value: those that were given out open nothing any more. */
export async function dropKept(purpose: KeyPurpose, value: string, on: typeof db | Transaction = db) {
  await on.delete(verifications).where(isValueOf(purpose, value))
}

/** Whether somebody can still come with a key to this value. */
export async function isKept(purpose: KeyPurpose, value: string) {
  const isOpen = and(isValueOf(purpose, value), gt(verifications.expiresAt, new Date()))
  return (await db.$count(verifications, isOpen)) > 0
}

const isValueOf = (purpose: KeyPurpose, value: string) =>
  and(eq(verifications.value, value), like(verifications.identifier, `${purpose}:%`))

const isKeptFor = (purpose: KeyPurpose, key: string) =>
  and(eq(verifications.identifier, identify(purpose, key)), gt(verifications.expiresAt, new Date()))

const identify = (purpose: KeyPurpose, key: string) =>
  `${purpose}:${createHash("sha256").update(key).digest("base64url")}`
