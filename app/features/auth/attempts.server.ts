import { countAttempt, forgiveAttempts, type Limit } from "../limits/limits.server.ts"

const MINUTE_S = 60
const PER_ACCOUNT: Limit = { name: "sign-in-account", points: 5, seconds: 15 * MINUTE_S }
const PER_ADDRESS: Limit = { name: "sign-in-address", points: 20, seconds: 15 * MINUTE_S }
const SIGN_UP: Limit = { name: "sign-up", points: 10, seconds: 60 * MINUTE_S }
const RESET_PER_ADDRESS: Limit = { name: "reset-address", points: 10, seconds: 60 * MINUTE_S }
const RESET_PER_ACCOUNT: Limit = { name: "reset-account", points: 3, seconds: 60 * MINUTE_S }
const PASSWORD_CHANGE: Limit = { name: "password-change", points: 5, seconds: 15 * MINUTE_S }

// Counted before the attempt, so that many at once are not all let through; what succeeded is taken back.

/** @returns 0, or the seconds to wait after 5 failures for this account or 20 from this address in 15 minutes */
export async function countSignIn(address: string, email: string) {
  const wait = await countAttempt(PER_ACCOUNT, `${address} ${email}`)
  return wait || countAttempt(PER_ADDRESS, address)
}

export async function forgiveSignIn(address: string, email: string) {
  await forgiveAttempts(PER_ACCOUNT, `${address} ${email}`, "all")
  await forgiveAttempts(PER_ADDRESS, address, "one")
}

/** @returns 0, or the seconds to wait after 10 accounts from this address in an hour */
export function countSignUp(address: string) {
  return countAttempt(SIGN_UP, address)
}

/** @returns 0, or the seconds to wait after 10 requests from this address, or 3 for this account, in an hour */
export async function countPasswordReset(address: string, email: string) {
  return (await countAttempt(RESET_PER_ADDRESS, address)) || countAttempt(RESET_PER_ACCOUNT, email)
}

/** @returns 0, or the seconds to wait after 5 wrong current passwords in 15 minutes */
export function countPasswordChange(userId: string) {
  return countAttempt(PASSWORD_CHANGE, userId)
}

export function forgivePasswordChange(userId: string) {
  return forgiveAttempts(PASSWORD_CHANGE, userId, "all")
}
