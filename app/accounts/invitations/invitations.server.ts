import { desc, eq, ne } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { invitations, users } from "#app/db/schema/accounts.server.ts"
import { rightsOf } from "#app/kit/lib/rights.ts"
import { rightsIn } from "../rights-fields.schema.ts"
import { makeKey } from "./invitation-keys.server.ts"
import type { Invite } from "./invitations.schema.ts"

/** So that the list shows all of them. */
const MAX_INVITATIONS = 100

const inviters = alias(users, "inviters")

/** All invitations that nobody accepted or took back, newest first, with who sent them, and what became of it. */
export async function listInvitations() {
  const rows = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      rights: invitations.rights,
      createdAt: invitations.createdAt,
      expiresAt: invitations.expiresAt,
      inviter: { email: inviters.email, role: inviters.role },
      accountId: users.id,
    })
    .from(invitations)
    .leftJoin(inviters, eq(inviters.id, invitations.invitedBy))
    .leftJoin(users, eq(users.email, invitations.email))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(MAX_INVITATIONS)
  return rows.map(({ inviter, accountId, ...row }) => ({
    ...row,
    invitedBy: inviter?.email,
    state: stateOf({ ...row, hasAccount: accountId !== null, isByAdmin: inviter?.role === "admin" }),
  }))
}

/** Whether its link still lets somebody in, or else why not. */
export type InvitationState = "open" | "taken" | "expired" | "orphaned"

function stateOf(invitation: { expiresAt: Date; hasAccount: boolean; isByAdmin: boolean }): InvitationState {
  if (invitation.hasAccount) return "taken"
  if (invitation.expiresAt <= new Date()) return "expired"
  return invitation.isByAdmin ? "open" : "orphaned"
}

/** An invitation by its number, or undefined. */
export async function findInvitation(id: number) {
  const [invitation] = await db
    .select({ id: invitations.id, email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(eq(invitations.id, id))
  return invitation
}

/**
 * Invites somebody, in the place of an older invitation to the same address.
 *
 * @returns the link, which is kept nowhere; or `exists` where the address has an account, `full` where too many wait
 */
export function invite(asked: Invite, adminId: string) {
  const { email, role } = asked
  const rights = rightsIn(asked)
  const { link, stored } = makeKey()
  return db.transaction(async (tx) => {
    if (await hasAccount(tx, email)) return { outcome: "exists" as const }
    const others = await tx.$count(invitations, ne(invitations.email, email))
    if (others >= MAX_INVITATIONS) return { outcome: "full" as const }
    const written = { role, rights, invitedBy: adminId, ...stored }
    const [row] = await tx
      .insert(invitations)
      .values({ email, ...written })
      .onConflictDoUpdate({ target: invitations.email, set: written })
      .returning({ id: invitations.id })
    const { expiresAt } = stored
    await record(tx, {
      action: "invite",
      kind: "invitation",
      id: row?.id,
      title: email,
      after: { role, rights: rightsOf(role, rights), expiresAt },
    })
    return { outcome: "invited" as const, email, role, expiresAt, link }
  })
}

/**
 * Gives an invitation a new link in the place of its old one, and another week; it is then by who renews it.
 *
 * @returns as `invite`, or `missing` when it was taken back or accepted meanwhile
 */
export function renewInvitation(id: number, adminId: string) {
  const { link, stored } = makeKey()
  return db.transaction(async (tx) => {
    const [invitation] = await tx.select().from(invitations).where(eq(invitations.id, id)).for("update")
    if (!invitation) return { outcome: "missing" as const }
    const { email, role } = invitation
    if (await hasAccount(tx, email)) return { outcome: "exists" as const }
    await tx
      .update(invitations)
      .set({ invitedBy: adminId, ...stored })
      .where(eq(invitations.id, id))
    const { expiresAt } = stored
    await record(tx, {
      action: "invite",
      kind: "invitation",
      id,
      title: email,
      before: { role, expiresAt: invitation.expiresAt },
      after: { role, expiresAt },
    })
    return { outcome: "invited" as const, email, role, expiresAt, link }
  })
}

/** Takes an invitation back: its link ends. @returns false when there is none any more */
export function revokeInvitation(id: number) {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(invitations).where(eq(invitations.id, id)).returning()
    if (!gone) return false
    const { email, role } = gone
    await record(tx, { action: "revoke", kind: "invitation", id, title: email, before: { role } })
    return true
  })
}

async function hasAccount(tx: Transaction, email: string) {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  return found.length > 0
}
