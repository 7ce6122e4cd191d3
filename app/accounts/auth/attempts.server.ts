import { countAttempt, forgiveAttempts, type RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"

const MINUTE_S = 60
const GUESSES: RateLimit = { name: "sign-in", points: 5, seconds: 15 * MINUTE_S }
const PER_ADDRESS: RateLimit = { name: "sign-in-address", points: 20, seconds: 15 * MINUTE_S }
const PER_ACCOUNT: RateLimit = { name: "sign-in-account", points: 30, seconds: 60 * MINUTE_S }
const CODE: RateLimit = { name: "sign-in-code", points: 5, seconds: 15 * MINUTE_S }
const RECOVERY_CODE: RateLimit = { name: "sign-in-recovery", points: 5, seconds: 15 * MINUTE_S }
const PASSKEY: RateLimit = { name: "passkey-address", points: 60, seconds: 15 * MINUTE_S }
const PASSWORD_RESET: RateLimit = { name: "reset-address", points: 10, seconds: 60 * MINUTE_S }
const PASSWORD_CHANGE: RateLimit = { name: "password-change", points: 5, seconds: 15 * MINUTE_S }

/** Who signs in: `deviceKey` is there for a browser that the account knows (`readDeviceKey`). */
type Guesser = { address: string; email: string; deviceKey: string | undefined }

// Counted before the attempt, so that many at once are not all let through; what succeeded is taken back.

/**
 * Counts one attempt to sign in: 5 failures for an account from one address, or in a browser that it knows, and 20 from
 * one address, each in 15 minutes; 30 an hour for an account from wherever it does not know.
 *
 * @returns the seconds to wait, or 0; `isUnderAttack`: because of too many others, who may not be its owner
 */
export async function countSignIn(guesser: Guesser) {
  const { address, email, deviceKey } = guesser
  const wait = (await countAttempt(GUESSES, placeOf(guesser))) || (await countAttempt(PER_ADDRESS, address))
  if (wait > 0 || deviceKey) return { wait, isUnderAttack: false }
  const waitOfAccount = await countAttempt(PER_ACCOUNT, email)
  return { wait: waitOfAccount, isUnderAttack: waitOfAccount > 0 }
}

export async function forgiveSignIn(guesser: Guesser) {
  await forgiveAttempts(GUESSES, placeOf(guesser), "all")
  await forgiveAttempts(PER_ADDRESS, guesser.address, "one")
  if (!guesser.deviceKey) await forgiveAttempts(PER_ACCOUNT, guesser.email, "one")
}

const placeOf = ({ address, email, deviceKey }: Guesser) => deviceKey ?? `${address} ${email}`

/** Who types a code after the right password. */
type CodeGuesser = { userId: string; address: string; deviceKey: string | undefined; isRecovery: boolean }

/**
 * Counts one code: 5 wrong ones in 15 minutes, of an account's app from wherever, in each browser that the account knows, and for
 * recovery from one address: nobody guesses those. Who knows the password keeps its owner out by none of them.
 *
 * @returns the seconds to wait, or 0
 */
export function countCode(guesser: CodeGuesser) {
  return countAttempt(...limitOfCodes(guesser))
}

export function forgiveCodes(guesser: CodeGuesser) {
  return forgiveAttempts(...limitOfCodes(guesser), "all")
}

function limitOfCodes({ userId, address, deviceKey, isRecovery }: CodeGuesser): [RateLimit, string] {
  return isRecovery ? [RECOVERY_CODE, deviceKey ?? `${address} ${userId}`] : [CODE, deviceKey ?? userId]
}

/** @returns 0, or the seconds to wait after 60 openings of a sign-in with passkeys from this address in 15 minutes */
export function countPasskeyRequest(address: string) {
  return countAttempt(PASSKEY, address)
}

/** @returns 0, or the seconds to wait after as many accounts from this address in an hour as hosts allow */
export function countSignUp(address: string) {
  const points = siteSettings().rules.signUpsPerHour
  return countAttempt({ name: "sign-up", points, seconds: 60 * MINUTE_S }, address)
}

/** @returns 0, or the seconds to wait after 10 requests from this address in an hour; mails have their own limits */
export function countPasswordReset(address: string) {
  return countAttempt(PASSWORD_RESET, address)
}

/** @returns 0, or the seconds to wait after 5 wrong current passwords in 15 minutes */
export function countPasswordChange(userId: string) {
  return countAttempt(PASSWORD_CHANGE, userId)
}

export function forgivePasswordChange(userId: string) {
  return forgiveAttempts(PASSWORD_CHANGE, userId, "all")
}
