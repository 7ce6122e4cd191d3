import { and, asc, eq } from "drizzle-orm"
import { z } from "zod"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { passkeys, users } from "#app/db/schema/accounts.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { jsonField, MAX_PASSKEYS, type newPasskeyResponse, type passkeyResponse } from "./passkeys.schema.ts"
import { keepOnce, type KeyPurpose, takeOnce } from "./single-use.server.ts"

/** Loaded when somebody comes with a passkey: it takes as long as a tenth of the site's start. */
const webauthn = () => import("@simplewebauthn/server")

const CHALLENGE_S = 5 * 60
/** EdDSA, ES256 and RS256: what authenticators know. */
const supportedAlgorithmIDs = [-8, -7, -257]
/** Signing in without a password: a challenge that anybody may answer. */
const ANYBODY = { purpose: "passkey", userId: "" } as const

/** What a known person proves with a passkey. A challenge made for the one is none for the other. */
type Occasion = { purpose: "second-step" | "proof"; userId: string }

type Person = { id: string; email: string }

/** What the browser is asked to make a passkey with (`startRegistration`); good for five minutes. */
export async function askForNewPasskey(person: Person) {
  const { generateRegistrationOptions } = await webauthn()
  const known = await listPasskeys(person.id)
  return generateRegistrationOptions({
    rpName: siteSettings().podcast.name,
    rpID: relyingParty().id,
    userName: person.email,
    userID: new TextEncoder().encode(person.id),
    challenge: await makeChallenge("new-passkey", person.id),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
}

/** A passkey that is what a person's browser was asked to make. */
export type NewPasskey = { id: string; publicKey: string; counter: number; transports: string[] }

/**
 * Checks what a browser answered to `askForNewPasskey`. Its challenge is used up, whatever becomes of the passkey: so not within a
 * transaction, which could give it back.
 *
 * @returns undefined when it is not what was asked for
 */
export async function checkNewPasskey(
  userId: string,
  response: z.output<typeof newPasskeyResponse>,
): Promise<NewPasskey | undefined> {
  const challenge = readChallenge(response)
  if (!challenge || (await takeOnce("new-passkey", challenge)) !== userId) return undefined
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty()
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verified(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs,
    }),
  )
  if (!registrationInfo?.userVerified) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports }
}

/**
 * Keeps a passkey that `checkNewPasskey` found right.
 *
 * @param name as the person calls it
 * @returns `refused` when it is known already
 */
export async function addPasskey(tx: Transaction, userId: string, key: NewPasskey, name: string) {
  // Two tabs at once: the second one counts what the first one added.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update")
  if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS) return "too-many"
  const added = await tx
    .insert(passkeys)
    .values({ ...key, userId, name })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  return added.length > 0 ? "added" : "refused"
}

/**
 * What the browser is asked to prove a passkey with (`startAuthentication`); good for five minutes.
 *
 * @param occasion of whom, and what for; without, anybody may sign in
 */
export async function askForPasskey(occasion?: Occasion) {
  const { generateAuthenticationOptions } = await webauthn()
  const known = occasion && (await listPasskeys(occasion.userId))
  const { purpose, userId } = occasion ?? ANYBODY
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: await makeChallenge(purpose, userId),
    allowCredentials: known?.map(({ id, transports }) => ({ id, transports })),
    userVerification: "required",
  })
}

/**
 * Checks what a browser answered to `askForPasskey`: signature, site, challenge (once), that the authenticator made sure
 * who holds it, and that it is no copy.
 *
 * @param occasion what it was asked for
 * @returns whose passkey it is, or undefined
 */
export async function checkPasskey(response: z.output<typeof passkeyResponse>, occasion?: Occasion) {
  const challenge = readChallenge(response)
  const { purpose, userId } = occasion ?? ANYBODY
  if (!challenge || (await takeOnce(purpose, challenge)) !== userId) return undefined
  const [key] = await db.select().from(passkeys).where(eq(passkeys.id, response.id))
  if (!key || (occasion && key.userId !== userId)) return undefined
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty()
  const { verifyAuthenticationResponse } = await webauthn()
  const { authenticationInfo, verified: isVerified } = await verified(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      credential: {
        id: key.id,
        publicKey: Buffer.from(key.publicKey, "base64url"),
        counter: key.counter,
      },
    }),
  )
  if (!isVerified || !authenticationInfo?.userVerified) return undefined
  const used = await db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, usedAt: new Date() })
    .where(and(eq(passkeys.id, key.id), eq(passkeys.counter, key.counter)))
    .returning({ userId: passkeys.userId })
  return used[0]
}

/** A person's passkeys, oldest first; at most `MAX_PASSKEYS`. */
export function listPasskeys(userId: string) {
  return db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      transports: passkeys.transports,
      createdAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

/** @returns the name it had, or undefined when the person has no such passkey */
export async function renamePasskey(tx: Transaction, userId: string, id: string, name: string) {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
  const [key] = await tx.select({ name: passkeys.name }).from(passkeys).where(own).for("update")
  if (key) await tx.update(passkeys).set({ name }).where(own)
  return key?.name
}

/** @returns its name, or undefined when the person has no such passkey */
export async function removePasskey(tx: Transaction, userId: string, id: string) {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name })
  return removed?.name
}

function relyingParty() {
  const { hostname: id, origin } = new URL(getSettings().publicUrl)
  return { id, origin }
}

/** The key under which it is remembered is the challenge itself. */
async function makeChallenge(purpose: KeyPurpose, whose: string) {
  return new Uint8Array(Buffer.from(await keepOnce(purpose, whose, CHALLENGE_S), "base64url"))
}

const clientData = jsonField(z.object({ challenge: z.string() }))

function readChallenge({ response }: { response: { clientDataJSON: string } }) {
  const read = clientData.safeParse(Buffer.from(response.clientDataJSON, "base64url").toString())
  return read.success ? read.data.challenge : undefined
}

/** The library throws at whatever is wrong with an answer from outside. */
async function verified<Result>(verify: () => Promise<Result>): Promise<Partial<Result>> {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : "" }, "passkey refused")
    return {}
  }
}
