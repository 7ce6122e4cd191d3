import { Secret, TOTP } from "otpauth"
import { vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { renewRecoveryCodes } from "#app/accounts/auth/factors/recovery-codes.server.ts"
import { addPasskey, askForNewPasskey, checkNewPasskey } from "#app/accounts/auth/factors/passkeys.server.ts"
import { confirmTotp, matchFirstCode, startTotp } from "#app/accounts/auth/factors/totp.server.ts"
import { createAuthenticator } from "./authenticator.ts"

type Person = { id: string; email: string }

/** Stops the clock for the rest of the test: an app has another code every 30 seconds, which may begin at any line. */
export function stopClock() {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() })
}

/**
 * Gives a person an authenticator app, and stops the clock.
 *
 * @returns its code of now, or of some seconds from now; that of 30 s ago is used
 */
export async function giveApp(person: Person) {
  stopClock()
  const { secret } = (await startTotp(person)) ?? { secret: "" }
  const code = (shift = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + shift * 1_000 })
  const match = await matchFirstCode(person.id, code(-30))
  if (!match) throw new Error("the first code was refused")
  await db.transaction((tx) => confirmTotp(tx, person.id, match))
  return code
}

/** @returns a code that is never right */
export function otherThan(code: string) {
  return code === "123456" ? "654321" : "123456"
}

export function giveRecoveryCodes({ id }: Person) {
  return db.transaction((tx) => renewRecoveryCodes(tx, id))
}

/** Keeps a passkey that somebody's authenticator made, as a person's. @returns how that ended */
export async function keepPasskey(userId: string, made: Parameters<typeof checkNewPasskey>[1]) {
  const key = await checkNewPasskey(userId, made)
  return key ? db.transaction((tx) => addPasskey(tx, userId, key, "Ma clé")) : "refused"
}

/** Gives a person a passkey. @returns the authenticator that holds it */
export async function givePasskey(person: Person, options?: Parameters<typeof createAuthenticator>[0]) {
  const authenticator = createAuthenticator(options)
  const added = await keepPasskey(person.id, authenticator.register(await askForNewPasskey(person)))
  if (added !== "added") throw new Error(added)
  return authenticator
}
