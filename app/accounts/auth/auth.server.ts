import { APIError } from "better-auth/api"
import { eq } from "drizzle-orm"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { db } from "#app/db/client.server.ts"
import {
  endSession,
  recordFailedSignIn,
  recordPasswordChange,
  recordSignIn,
  type SignInWay,
} from "./auth-log.server.ts"
import { getAuth, inOneTransaction } from "./better-auth.server.ts"
import { FACTOR_REQUIRED, withFactorProved, withNewAccount } from "./session-guard.server.ts"

type Credentials = { email: string; password: string }

/**
 * Signs a person in. Takes as long for an unknown address as for a wrong password.
 *
 * @param credentials checked by `signInSchema`
 * @param headers of the request: the session remembers its browser
 * @returns the answer's headers with the session cookie, or why not; an unconfirmed address gets a new link by mail, and
 *   who has a second factor no session before they proved it
 */
export async function signIn(credentials: Credentials, headers: Headers) {
  const auth = await getAuth()
  try {
    const signedIn = await auth.api.signInEmail({ body: credentials, headers, returnHeaders: true })
    const userId = signedIn.response.user.id
    await recordSignIn(userId, "Mot de passe")
    return { outcome: "signed-in" as const, userId, headers: cookiesOf(signedIn.headers) }
  } catch (error) {
    const code = codeOf(error)
    if (code === "INVALID_EMAIL_OR_PASSWORD") {
      await recordFailedSignIn(credentials.email)
      return { outcome: "wrong" as const }
    }
    if (code === "EMAIL_NOT_VERIFIED") return { outcome: "unconfirmed" as const }
    if (code === FACTOR_REQUIRED) return { outcome: "factor" as const, userId: String(bodyOf(error)?.userId) }
    throw error
  }
}

/**
 * Signs in somebody who has shown who they are by other means than their password alone; `withFactorProved` around it
 * where that was their second factor, or a passkey.
 *
 * @param headers of the request: the session remembers its browser
 * @param way for the log
 * @returns the answer's headers with the session cookie
 * @throws APIError for an account that has a factor, unless it was proved; for one that is gone
 */
export async function startSession(userId: string, headers: Headers, way: SignInWay) {
  const auth = await getAuth()
  const started = await auth.api.startSession({ body: { userId }, headers, returnHeaders: true })
  await recordSignIn(userId, way)
  return cookiesOf(started.headers)
}

/**
 * Creates an account and signs its owner in, unless the address must be confirmed first. The first account ever is
 * an admin's: the database sees to that, however many sign up at once.
 *
 * @param credentials checked by `signUpSchema`
 */
export async function signUp(credentials: Credentials, headers: Headers) {
  if (await isRegistered(credentials.email)) return { outcome: "exists" as const }
  const auth = await getAuth()
  try {
    const body = { ...credentials, name: "" }
    const { response, headers: sent } = await withNewAccount(() =>
      auth.api.signUpEmail({ body, headers, returnHeaders: true }),
    )
    const isFirst = "role" in response.user && response.user.role === "admin"
    if (!sendsRealMail()) await recordSignIn(response.user.id, "Inscription")
    return sendsRealMail()
      ? { outcome: "unconfirmed" as const, isFirst, headers: new Headers() }
      : { outcome: "signed-in" as const, isFirst, headers: cookiesOf(sent) }
  } catch (error) {
    // Two people (or two clicks) with one address: the database lets one of them in.
    if (error instanceof APIError && (await isRegistered(credentials.email)))
      return { outcome: "exists" as const }
    throw error
  }
}

/**
 * Ends the session of this browser.
 *
 * @returns the answer's headers, which take the cookie away
 * @throws what the database says when the session could not be deleted: it would go on without its cookie
 */
export async function signOut(headers: Headers, sessionId: string | undefined) {
  // The library takes the cookie away whether or not it could.
  if (sessionId !== undefined) await endSession(sessionId)
  const auth = await getAuth()
  const signedOut = await auth.api.signOut({ headers, returnHeaders: true })
  return cookiesOf(signedOut.headers)
}

/** Mails a link for a new password, if the account exists and was not mailed too many; the caller cannot tell. */
export async function requestPasswordReset(email: string) {
  // Also for who has no account: the answer takes as long.
  if (!(await mayMail("recovery", email))) return
  const auth = await getAuth()
  await auth.api.requestPasswordReset({ body: { email } })
}

/**
 * Sets a forgotten password and ends all sessions.
 *
 * @returns whose it is, or undefined when the link was used already, is too old, or the password was changed since
 */
export async function resetPassword(token: string, newPassword: string) {
  const auth = await getAuth()
  const owner = await findOwner(token)
  if (!owner) return undefined
  try {
    await inOneTransaction(async (tx) => {
      await auth.api.resetPassword({ body: { token, newPassword } })
      await recordPasswordChange(tx, owner.id)
    })
    return owner
  } catch (error) {
    if (codeOf(error) === "INVALID_TOKEN" || codeOf(error) === "USER_NOT_FOUND") return undefined
    throw error
  }
}

/** Whose forgotten password a mailed link sets; undefined when it is used already, or too old. */
export async function findOwner(token: string) {
  if (!/^[\w-]{1,100}$/.test(token)) return undefined
  const { internalAdapter } = await (await getAuth()).$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = link && (await internalAdapter.findUserById(link.value))
  return user ? { id: user.id, email: user.email } : undefined
}

/**
 * Changes the password of the signed-in person and ends their other sessions.
 *
 * @param userId whose session the headers hold: its factor was proved when it began
 * @returns the answer's headers with a new session cookie, or undefined when the current password is wrong
 */
export async function changePassword(userId: string, current: string, newPassword: string, headers: Headers) {
  const auth = await getAuth()
  try {
    const body = { currentPassword: current, newPassword, revokeOtherSessions: true }
    return await inOneTransaction(async (tx) => {
      const changed = await withFactorProved(userId, () =>
        auth.api.changePassword({ body, headers, returnHeaders: true }),
      )
      await recordPasswordChange(tx, userId)
      return cookiesOf(changed.headers)
    })
  } catch (error) {
    // Who joined with a passkey has none.
    if (["INVALID_PASSWORD", "CREDENTIAL_ACCOUNT_NOT_FOUND"].includes(codeOf(error) ?? "")) return undefined
    throw error
  }
}

/** Confirms an address by its mailed link. @returns false when the link is wrong or too old */
export async function confirmEmail(token: string) {
  const auth = await getAuth()
  try {
    await auth.api.verifyEmail({ query: { token } })
    return true
  } catch (error) {
    if (error instanceof APIError) return false
    throw error
  }
}

/** The hash of a password, as sign-in will check it. */
export async function hashPassword(password: string) {
  const context = await (await getAuth()).$context
  return context.password.hash(password)
}

async function isRegistered(email: string) {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return found.length > 0
}

function codeOf(error: unknown) {
  return bodyOf(error)?.code
}

function bodyOf(error: unknown) {
  return error instanceof APIError ? error.body : undefined
}

function cookiesOf(sent: Headers) {
  const headers = new Headers()
  for (const cookie of sent.getSetCookie()) headers.append("Set-Cookie", cookie)
  return headers
}
