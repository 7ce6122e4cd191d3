import { createHash, randomBytes } from "node:crypto"
import { getSettings } from "#app/kit/lib/settings.server.ts"

const DAY_MS = 86_400_000
const DAYS = 7
const KEY = /^[\w-]{43}$/

/** A new key, for the link alone, with what is stored of it. */
export function makeKey() {
  const key = randomBytes(32).toString("base64url")
  const createdAt = new Date()
  return {
    link: `${getSettings().publicUrl}/auth/invitation?cle=${key}`,
    stored: { digest: hash(key), createdAt, expiresAt: new Date(createdAt.getTime() + DAYS * DAY_MS) },
  }
}

/** What is stored of a link's key, or undefined where it can be none. */
export function digestOf(key: string) {
  return KEY.test(key) ? hash(key) : undefined
}

/** Of the account that a link makes: known before there is one, so that a passkey can be made for it. */
export function accountIdOf(key: string) {
  return hash(`account ${key}`)
}

/** The keys are random and long: nobody finds one by trying, so they need no slow hash. */
function hash(key: string) {
  return createHash("sha256").update(key).digest("base64url")
}
