import { randomUUID } from "node:crypto"
import { and, eq, gt } from "drizzle-orm"
import type { z } from "zod"
import { alias } from "drizzle-orm/pg-core"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { accounts, invitations, profiles, users } from "#app/db/schema/accounts.server.ts"
import { hashPassword } from "../auth/auth.server.ts"
import type { newPasskeyResponse } from "../auth/factors/passkeys.schema.ts"
import { addPasskey, askForNewPasskey, checkNewPasskey } from "../auth/factors/passkeys.server.ts"
import { renewRecoveryCodes } from "../auth/factors/recovery-codes.server.ts"
import { accountIdOf, digestOf } from "./invitation-keys.server.ts"

const inviters = alias(users, "inviters")

/** The invitation that a link opens: not after its week, nor once who sent it is no admin any more. */
export async function openInvitation(key: string, on: Pick<Transaction, "select"> = db) {
  const digest = digestOf(key)
  if (digest === undefined) return undefined
  const [invitation] = await on
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      rights: invitations.rights,
      inviter: { id: inviters.id, email: inviters.email },
      accountId: users.id,
    })
    .from(invitations)
    .innerJoin(inviters, and(eq(inviters.id, invitations.invitedBy), eq(inviters.role, "admin")))
    .leftJoin(users, eq(users.email, invitations.email))
    .where(and(eq(invitations.digest, digest), gt(invitations.expiresAt, new Date())))
  return invitation
}

/**
 * How accepting ended: with an account; or the link opens nothing (any more), the address has an account, the passkey is
 * none. `codes` go with a passkey: recovery codes, which are never readable again.
 */
export type Accepted =
  | { outcome: "joined"; id: string; email: string; codes?: string[] }
  | { outcome: "ended" | "exists" | "refused" }

/** Makes the account that a link invites to, with the password that its owner chose. */
export async function acceptWithPassword(key: string, password: string): Promise<Accepted> {
  // Before the password is hashed, which takes its time.
  if (!(await openInvitation(key))) return { outcome: "ended" }
  const hash = await hashPassword(password)
  return accept(key, (tx, id) =>
    tx
      .insert(accounts)
      .values({ id: randomUUID(), accountId: id, providerId: "credential", userId: id, password: hash }),
  )
}

/** What the invited person's browser makes a passkey with; undefined when the link makes no account (any more). */
export async function askForFirstPasskey(key: string) {
  const invitation = await openInvitation(key)
  if (!invitation || invitation.accountId) return undefined
  return askForNewPasskey({ id: accountIdOf(key), email: invitation.email })
}

/**
 * Makes the account that a link invites to, without a password: it is opened with this passkey.
 *
 * @param response to `askForFirstPasskey` of the same link
 */
export async function acceptWithPasskey(
  key: string,
  response: z.output<typeof newPasskeyResponse>,
): Promise<Accepted> {
  const invitation = await openInvitation(key)
  if (!invitation) return { outcome: "ended" }
  if (invitation.accountId) return { outcome: "exists" }
  const passkey = await checkNewPasskey(accountIdOf(key), response)
  if (!passkey) return { outcome: "refused" }
  let codes: string[] = []
  try {
    const accepted = await accept(key, async (tx, id) => {
      if ((await addPasskey(tx, id, passkey, "Première clé")) !== "added") throw new RefusedError()
      codes = await renewRecoveryCodes(tx, id)
    })
    return accepted.outcome === "joined" ? { ...accepted, codes } : accepted
  } catch (error) {
    if (error instanceof RefusedError) return { outcome: "refused" }
    throw error
  }
}

class RefusedError extends Error {}

/** @param giveKey what the account is opened with from now on; all of it happens, or nothing */
async function accept(
  key: string,
  giveKey: (tx: Transaction, id: string) => PromiseLike<unknown>,
): Promise<Accepted> {
  const id = accountIdOf(key)
  try {
    return await db.transaction(async (tx) => {
      const invitation = await openInvitation(key, tx)
      if (!invitation || !(await isHeldAdmin(tx, invitation.inviter.id))) return { outcome: "ended" }
      // Of several at once, one takes it.
      const taken = await tx
        .delete(invitations)
        .where(and(eq(invitations.id, invitation.id), eq(invitations.digest, digestOf(key) ?? "")))
        .returning({ id: invitations.id })
      if (taken.length === 0) return { outcome: "ended" }
      const { email, role, rights } = invitation
      await tx.insert(users).values({ id, email, role, rights, emailVerified: true })
      await tx.insert(profiles).values({ userId: id })
      await giveKey(tx, id)
      await record(tx, {
        action: "accept",
        kind: "invitation",
        id: invitation.id,
        title: email,
        after: { role, invitedBy: invitation.inviter.email },
        actor: { id, name: email, role },
      })
      return { outcome: "joined", id, email }
    })
  } catch (error) {
    if (isUniqueViolation(error, /^users_email/)) return { outcome: "exists" }
    throw error
  }
}

/** Held until the transaction ends: nobody joins by who is just losing that role. There is so at least one account. */
async function isHeldAdmin(tx: Transaction, id: string) {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "admin")))
    .for("share")
  return found.length > 0
}
