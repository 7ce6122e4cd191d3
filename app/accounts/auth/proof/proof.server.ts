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
import { CONFIRM_PATH, PASSKEY_FAILED, PROOF_AGE_S } from "./proof.copy.ts"

type Context = Readonly<RouterContextProvider>

/** By what a person can prove who they are. */
export type Means = { email: string; hasPassword: boolean; hasPasskey: boolean }

/** What a dangerous deed throws while its proof is missing: what was typed, to be sent again together with the proof. */
export type ProofQuestion = {
  isProofAsked: true
  means: Means
  fields: FieldValues
  /** Secrets were typed, which no page repeats. */
  hasSecrets: boolean
  error?: string
}

/** Why a proof is none, in French; `wait` in seconds, where there were too many. */
export type ProofProblem = { error: string; wait?: number }

/**
 * Lets a dangerous deed go on only if the person proved who they are a short while ago, or does it by the form itself
 * (its field `proof` is their password).
 *
 * @param form what is to be sent again otherwise
 * @throws a response with status 403, or 429 after too many wrong passwords, which asks for the proof (`ProofQuestion`)
 */
export async function requireProof(context: Context, form: SentForm, maxAgeSeconds = PROOF_AGE_S) {
  const viewer = getViewer(context)
  if (await isProved(viewer, maxAgeSeconds)) return
  const { proof: password, values: typed } = form
  const problem = password === undefined ? undefined : await proveByPassword(viewer, password)
  if (password !== undefined && !problem) return
  const question: ProofQuestion = {
    isProofAsked: true,
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
 * @param back the page that leads to the file
 * @throws a redirect to a page that asks for the proof, and leads back
 */
export async function requireProvedSession(context: Context, back: string) {
  if (await isProved(getViewer(context))) return
  throw redirectTo(`${CONFIRM_PATH}?${new URLSearchParams({ back })}`)
}

/** Fields that no page repeats. */
const SECRETS = new Set(["password", "confirmation", "current", "code", "smtpPassword"])

/**
 * Whether the last proof of this session is young enough. The database compares, whose clock also wrote it: those of the
 * processes may differ. A proof from the future is none.
 */
export async function isProved({ sessionId }: Viewer, maxAgeSeconds = PROOF_AGE_S) {
  const [session] = await db
    .select({
      isFresh: sql<boolean>`${sessions.provedAt} between now() - make_interval(secs => ${maxAgeSeconds}) and now()`,
    })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session?.isFresh ?? false
}

/** Proves this session, and no other, by the account's password. @returns what is wrong with it, if anything */
export async function proveByPassword(viewer: Viewer, password: string): Promise<ProofProblem | undefined> {
  if (!password) return { error: "Le mot de passe est requis" }
  // Whoever guesses here has no more tries than where the password is changed.
  const wait = await countPasswordChange(viewer.id)
  if (wait > 0) return { error: waitingText(wait), wait }
  if (!(await isPasswordOf(viewer.id, password))) return { error: "Le mot de passe est incorrect" }
  await forgivePasswordChange(viewer.id)
  await setProved(viewer)
  return undefined
}

/** What a passkey is asked for: a proof, which is no second step of a sign-in. */
export const proofOf = ({ id }: Viewer) => ({ purpose: "proof", userId: id }) as const

/** The same by a passkey of this account, which made sure who holds it. */
export async function proveByPasskey(
  viewer: Viewer,
  parsed: Parsed<{ response: z.output<typeof passkeyResponse> }>,
): Promise<ProofProblem | undefined> {
  const key = parsed.ok ? await checkPasskey(parsed.value.response, proofOf(viewer)) : undefined
  if (!key) return { error: PASSKEY_FAILED }
  await setProved(viewer)
  return undefined
}

/** By what this person can prove who they are. */
export async function findMeans({ id, email }: Viewer): Promise<Means> {
  const [[account], [passkey]] = await Promise.all([
    db.select({ id: accounts.id }).from(accounts).where(withPassword(id)),
    db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, id)).limit(1),
  ])
  return { email, hasPassword: account !== undefined, hasPasskey: passkey !== undefined }
}

/** The status and headers of an answer that tells of a problem with a proof, or of its absence. */
export function statusOf(problem: ProofProblem | undefined) {
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

async function setProved({ sessionId }: Viewer) {
  await db
    .update(sessions)
    .set({ provedAt: sql`now()` })
    .where(eq(sessions.id, sessionId))
}
