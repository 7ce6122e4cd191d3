import { and, eq, isNotNull, isNull, lt } from "drizzle-orm"
import { Secret, TOTP } from "otpauth"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { totpSecrets } from "#app/db/schema/accounts.server.ts"
import { decrypt, encrypt } from "#app/db/encryption.server.ts"

/** RFC 6238 with what every authenticator app knows: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30
/** As long as the hash, which RFC 4226 recommends. */
const SECRET_BYTES = 20

type Person = { id: string; email: string }

/**
 * Begins to set up an authenticator app, with a new secret in place of one that was begun before.
 *
 * @returns the secret in base32 and the address that its QR code holds; undefined while an app is in use
 */
export async function startTotp(person: Person) {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  const started = { secret: await encrypt(secret, person.id), createdAt: new Date() }
  const kept = await db
    .insert(totpSecrets)
    .values({ userId: person.id, ...started })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: started,
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId })
  return kept.length > 0 ? describe(secret, person) : undefined
}

/** What `startTotp` gave last, until its first code was typed. */
export async function findStartedTotp(person: Person) {
  const [started] = await db.select().from(totpSecrets).where(isStarted(person.id))
  return started && describe(await decrypt(started.secret, person.id), person)
}

/**
 * Whether a code is one of the app that is being set up.
 *
 * @returns what `confirmTotp` wants, or undefined
 */
export async function matchFirstCode(userId: string, code: string) {
  const [started] = await db.select().from(totpSecrets).where(isStarted(userId))
  if (!started) return undefined
  const step = findStep(await decrypt(started.secret, userId), code)
  return step === undefined ? undefined : { sealed: started.secret, step }
}

/** Puts an app in use by its first code, which is used up by that. @returns false when it was begun anew meanwhile */
export async function confirmTotp(
  tx: Transaction,
  userId: string,
  { sealed, step }: { sealed: string; step: number },
) {
  const confirmed = await tx
    .update(totpSecrets)
    .set({ confirmedAt: new Date(), lastStep: step })
    .where(and(isStarted(userId), eq(totpSecrets.secret, sealed)))
    .returning({ userId: totpSecrets.userId })
  return confirmed.length > 0
}

/**
 * Uses a code of a person's app, of now or 30 seconds before or after. None is good twice, nor one of before: of several
 * who come with the same at once, in whatever process, one passes (RFC 6238, section 5.2).
 */
export async function checkTotp(userId: string, code: string, on: typeof db | Transaction = db) {
  const [app] = await on
    .select()
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  const step = app && findStep(await decrypt(app.secret, userId), code)
  if (step === undefined) return false
  const used = await on
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        eq(totpSecrets.secret, app?.secret ?? ""),
        lt(totpSecrets.lastStep, step),
      ),
    )
    .returning({ userId: totpSecrets.userId })
  return used.length > 0
}

/** Takes the app away, in use or begun. @returns false when there was none in use */
export async function removeTotp(tx: Transaction, userId: string) {
  const [removed] = await tx
    .delete(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
    .returning({ confirmedAt: totpSecrets.confirmedAt })
  return removed !== undefined && removed.confirmedAt !== null
}

/** @param code as it was typed @returns the 30 seconds since 1970 that it is of, or undefined */
export function findStep(secret: string, code: string, now = Date.now()) {
  const token = code.replace(/\s/g, "")
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = TOTP.validate({
    token,
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
    timestamp: now,
    window: 1,
  })
  return delta === null ? undefined : TOTP.counter({ period: PERIOD_S, timestamp: now }) + delta
}

const isStarted = (userId: string) => and(eq(totpSecrets.userId, userId), isNull(totpSecrets.confirmedAt))

function describe(secret: string, { email }: Person) {
  const uri = new TOTP({
    issuer: siteSettings().podcast.name,
    label: email,
    secret,
    period: PERIOD_S,
  }).toString()
  return { secret, uri }
}
