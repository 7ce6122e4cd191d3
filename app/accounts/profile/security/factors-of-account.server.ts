import { and, count, eq, isNotNull, max } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { accounts, recoveryCodes, totpSecrets, users } from "#app/db/schema/accounts.server.ts"
import type { AuditAction } from "#app/kit/lib/audit.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { findFactors, hasFactor, isFactor, removeAllFactors } from "../../auth/factors/factors.server.ts"
import { listPasskeys } from "../../auth/factors/passkeys.server.ts"
import { renewRecoveryCodes } from "../../auth/factors/recovery-codes.server.ts"
import { factorAddedMail, lastFactorRemovedMail } from "./security-mails.ts"

export type Person = { id: string; email: string }

/** The only time that recovery codes are readable. */
export type NewCodes = { codes: string[]; madeAt: string }

/** What a person has beside their password, for them to see; none of it lets anybody in. */
export async function loadFactors(userId: string) {
  const [[app], passkeys, [codes]] = await Promise.all([
    db
      .select({ confirmedAt: totpSecrets.confirmedAt })
      .from(totpSecrets)
      .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))),
    listPasskeys(userId),
    db
      .select({ left: count(), madeAt: max(recoveryCodes.createdAt) })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
  ])
  return { totpSince: app?.confirmedAt, passkeys, codesLeft: codes?.left ?? 0, codesMadeAt: codes?.madeAt }
}

/** Why a change was not done. */
export type Refusal = "refused" | "too-many" | "missing" | "only-way-in"

/** The first factor brings codes. */
export type FactorChange = { outcome: Refusal } | { outcome: "changed"; codes?: NewCodes }

/**
 * Changes a person's factors, one change at a time. The first one brings recovery codes along, the last one takes them
 * away; both are told by mail. Nobody takes away their only way in.
 *
 * @param from where the person does it, for the mail: « Firefox sur Windows »
 * @param change says what it did, for the log, or why it did nothing
 */
export async function changeFactors(
  person: Person,
  from: string,
  change: (tx: Transaction) => Promise<Refusal | { action: AuditAction; title: string }>,
): Promise<FactorChange> {
  return db
    .transaction(async (tx): Promise<FactorChange> => {
      await lockUser(tx, person.id)
      const had = await hasFactor(person.id, tx)
      const deed = await change(tx)
      if (typeof deed === "string") return { outcome: deed }
      const has = await findFactors(person.id, tx)
      if (deed.action === "remove-factor" && has.passkeys === 0 && !(await hasPassword(tx, person.id)))
        throw new OnlyWayIn()
      await record(tx, { ...deed, kind: "factor", id: person.id })
      if (had === isFactor(has)) return { outcome: "changed" }
      await queueMail(tx, had ? lastRemoved(person, from) : firstAdded(person, from))
      if (!had) return { outcome: "changed", codes: await makeCodes(tx, person.id) }
      await removeAllFactors(tx, person.id)
      return { outcome: "changed" }
    })
    .catch((error: unknown) => {
      if (error instanceof OnlyWayIn) return { outcome: "only-way-in" as const }
      throw error
    })
}

/** Gives a person ten codes in place of those they have. @returns undefined for who has no factor */
export function renewCodes({ id, email }: Person) {
  return db.transaction(async (tx) => {
    await lockUser(tx, id)
    if (!(await hasFactor(id, tx))) return undefined
    await record(tx, { action: "renew-codes", kind: "factor", id, title: email })
    return makeCodes(tx, id)
  })
}

/** Rolls back what took away a passkey without which its owner, who has no password, could not sign in again. */
class OnlyWayIn extends Error {}

async function lockUser(tx: Transaction, id: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update")
}

async function makeCodes(tx: Transaction, userId: string): Promise<NewCodes> {
  const codes = await renewRecoveryCodes(tx, userId)
  const [made] = await tx
    .select({ at: max(recoveryCodes.createdAt) })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  return { codes, madeAt: made?.at?.toISOString() ?? "" }
}

async function hasPassword(tx: Transaction, userId: string) {
  return (await tx.$count(accounts, and(eq(accounts.userId, userId), isNotNull(accounts.password)))) > 0
}

const told = ({ email: to }: Person, from: string) => ({ to, time: formatLongTime(new Date()), from })

const firstAdded = (person: Person, from: string) =>
  factorAddedMail(getSettings().publicUrl, told(person, from))

/** The mail about a person's last factor. */
export const lastRemoved = (person: Person, from: string) =>
  lastFactorRemovedMail(getSettings().publicUrl, told(person, from))
