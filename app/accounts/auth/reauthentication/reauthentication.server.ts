import { and, eq, isNotNull, sql } from "drizzle-orm"
import { data, type RouterContextProvider } from "react-router"
import type { z } from "zod"
import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import { db } from "#app/db/client.server.ts"
import { accounts, passkeys, sessions } from "#app/db/schema/accounts.server.ts"
import type { FieldValues, Parsed, SentForm } from "#app/kit/http/forms.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { countPasswordChange, forgivePasswordChange } from "../attempts.server.ts"
import { MAX_PASSWORD_LENGTH } from "../auth.schema.ts"
import { getAuth } from "../better-auth.server.ts"
import type { passkeyResponse } from "../factors/passkeys.schema.ts"
import { checkPasskey } from "../factors/passkeys.server.ts"
import { getViewer } from "../guard.server.ts"
import type { Viewer } from "../viewer.server.ts"
import { CONFIRM_PATH, PASSKEY_FAILED, AUTHENTICATION_AGE_S } from "./reauthentication.copy.ts"

type Context = Readonly<RouterContextProvider>

/** By what a person can re-authenticate. */
export type Means = { email: string; hasPassword: boolean; hasPasskey: boolean }

/** What a dangerous action throws while re-authentication is missing: what was typed, to be sent again together with it. */
export type ReauthenticationQuestion = {
  isReauthenticationAsked: true
  means: Means
  fields: FieldValues
  /** Secrets were typed, which no page repeats. */
  hasSecrets: boolean
  error?: string
}

/** Why it failed, in French; `wait` in seconds, where there were too many. */
export type ReauthenticationProblem = { error: string; wait?: number }

/**
 * Lets a dangerous action go on only if the person authenticated a short while ago, or does so by the form itself
 * (its field `proof` is their password).
 *
 * @param form what is to be sent again otherwise
 * @throws a response with status 403, or 429 after too many wrong passwords, which asks for it (`ReauthenticationQuestion`)
 */
export async function requireReauthentication(
  context: Context,
  form: SentForm,
  maxAgeSeconds = AUTHENTICATION_AGE_S,
) {
  const viewer = getViewer(context)
  if (await isRecentlyAuthenticated(viewer, maxAgeSeconds)) return
  const { reauthentication: password, values: typed } = form
  const problem = password === undefined ? undefined : await reauthenticateByPassword(viewer, password)
  if (password !== undefined && !problem) return
  const question: ReauthenticationQuestion = {
    isReauthenticationAsked: true,
    means: await findMeans(viewer),
    fields: Object.fromEntries(Object.entries(typed).filter(([name]) => !SECRETS.has(name))),
    hasSecrets: Object.keys(typed).some((name) => SECRETS.has(name)),
    error: problem?.error,
  }
  throw data(question, statusOf(problem))
}

/**
 * The same for a file that is opened by its address.
 *
 * @param file its address
 * @param back the page that leads to the file
 * @throws a redirect to a page that asks for re-authentication, leads back, and has the file sent
 */
export async function requireReauthenticatedSession(
  context: Context,
  { pathname, search }: URL,
  back: string,
) {
  if (await isRecentlyAuthenticated(getViewer(context))) return
  throw redirectTo(`${CONFIRM_PATH}?${new URLSearchParams({ back, file: pathname + search })}`)
}

/** Fields that no page repeats. */
const SECRETS = new Set(["password", "confirmation", "current", "code", "smtpPassword"])

/**
 * Whether the last authentication of this session is recent enough. The database compares, whose clock also wrote it: those of the
 * processes may differ. One from the future does not count.
 */
export async function isRecentlyAuthenticated({ sessionId }: Viewer, maxAgeSeconds = AUTHENTICATION_AGE_S) {
  const [session] = await db
    .select({
      isFresh: sql<boolean>`${sessions.authenticatedAt} between now() - make_interval(secs => ${maxAgeSeconds}) and now()`,
    })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.isFresh ?? false
}

/** Re-authenticates this session, and no other, by the account's password. @returns what is wrong with it, if anything */
export async function reauthenticateByPassword(
  viewer: Viewer,
  password: string,
): Promise<ReauthenticationProblem | undefined> {
  if (!password) return { error: "Le mot de passe est requis" }
  // Whoever guesses here has no more tries than where the password is changed.
  const wait = await countPasswordChange(viewer.id)
  if (wait > 0) return { error: waitingText(wait), wait }
  if (!(await isPasswordOf(viewer.id, password))) return { error: "Le mot de passe est incorrect" }
  await forgivePasswordChange(viewer.id)
  await setAuthenticated(viewer)
  return undefined
}

/** What a passkey is asked for: re-authentication, which is no second step of a sign-in. */
export const reauthenticationOf = ({ id }: Viewer) => ({ purpose: "proof", userId: id }) as const

/** The same by a passkey of this account, which made sure who holds it. */
export async function reauthenticateByPasskey(
  viewer: Viewer,
  parsed: Parsed<{ response: z.output<typeof passkeyResponse> }>,
): Promise<ReauthenticationProblem | undefined> {
  const key = parsed.ok ? await checkPasskey(parsed.value.response, reauthenticationOf(viewer)) : undefined
  if (!key) return { error: PASSKEY_FAILED }
  await setAuthenticated(viewer)
  return undefined
}

/** By what this person can re-authenticate. */
export async function findMeans({ id, email }: Viewer): Promise<Means> {
  const [[account], [passkey]] = await Promise.all([
    db.select({ id: accounts.id }).from(accounts).where(withPassword(id)),
    db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, id)).limit(1),
  ])
  return { email, hasPassword: account !== undefined, hasPasskey: passkey !== undefined }
}

/** The status and headers of an answer that tells of a problem with re-authentication, or of its absence. */
export function statusOf(problem: ReauthenticationProblem | undefined) {
  if (!problem?.wait) return { status: 403 }
  return { status: 429, headers: { "Retry-After": String(problem.wait) } }
}

async function isPasswordOf(userId: string, password: string) {
  const [account] = await db.select({ hash: accounts.password }).from(accounts).where(withPassword(userId))
  if (!account?.hash || password.length > MAX_PASSWORD_LENGTH) return false
  const context = await (await getAuth()).$context
  return context.password.verify({ hash: account.hash, password })
}

const withPassword = (userId: string) =>
  and(eq(accounts.userId, userId), eq(accounts.providerId, "credential"), isNotNull(accounts.password))

async function setAuthenticated({ sessionId }: Viewer) {
  await db
    .update(sessions)
    .set({ authenticatedAt: sql`now()` })
    .where(eq(sessions.id, sessionId))
}
