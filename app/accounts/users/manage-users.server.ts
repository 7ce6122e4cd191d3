import { randomUUID } from "node:crypto"
import { and, eq, inArray, ne, sql } from "drizzle-orm"
import { whereSince } from "#app/content/lists/content-rows.server.ts"
import { listedRows, type ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { accounts, profiles, sessions, users, verifications } from "#app/db/schema/accounts.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { contains } from "#app/db/search.server.ts"
import { hasFactor } from "../auth/factors/factors.server.ts"
import {
  countStaffWithoutFactor,
  findRequiredSince,
  lacksFactor,
} from "../auth/factors/required-factor.server.ts"
import { hashPassword } from "../auth/auth.server.ts"
import type { NewUser, RoleChange } from "./user-form.schema.ts"
import { rightsIn } from "../rights-fields.schema.ts"
import { rightsOf } from "#app/kit/lib/rights.ts"
import { ROLES } from "#app/kit/lib/roles.ts"
import { USERS } from "./user-list.ts"

export const userRows = listedRows(USERS, {
  table: users,
  title: users.email,
  search: (search) => contains(users.searchText, search),
  filters: {
    role: (role) =>
      inArray(
        users.role,
        ROLES.filter((known) => known === role),
      ),
    periode: whereSince(users.createdAt),
  },
  sorts: {
    date: { index: [users.createdAt] },
    email: { row: users.email },
    role: { row: users.role },
  },
})

/**
 * Accounts, newest first unless another order is asked for.
 *
 * @param options.search a literal substring of the address; empty for all
 */
export function listUsers(options: ListOptions) {
  const page = userRows.page(options)
  return db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      rights: users.rights,
      createdAt: users.createdAt,
      lacksFactor: lacksFactor(),
    })
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .orderBy(...userRows.orderBy(options))
}

/** Since when admins and moderators have to have a second factor, how many have none, and whether this admin has one. */
export async function loadFactorRule(ownId: string) {
  const [since = null, lacking, mayChange] = await Promise.all([
    findRequiredSince(),
    countStaffWithoutFactor(),
    hasFactor(ownId),
  ])
  return { since, lacking, mayChange }
}

/** Whether anybody has an account yet. */
export async function hasAccounts() {
  const [user] = await db.select({ id: users.id }).from(users).limit(1)
  return user !== undefined
}

/** A person by id, or undefined; whatever an address holds can be asked for. */
export async function findUser(id: string) {
  if (!/^[\w-]{1,64}$/.test(id)) return undefined
  const [user] = await db
    .select({ id: users.id, email: users.email, role: users.role, rights: users.rights })
    .from(users)
    .where(eq(users.id, id))
  return user
}

/**
 * Creates an account with its profile, whose address counts as confirmed: an admin vouches for it.
 *
 * @returns false when the address has an account already
 */
export async function createUser({ email, password, role, ...profile }: NewUser) {
  const id = randomUUID()
  const hash = await hashPassword(password)
  try {
    await db.transaction(async (tx) => {
      await tx.insert(users).values({ id, email, role, emailVerified: true })
      await tx
        .insert(accounts)
        .values({ id: randomUUID(), accountId: id, providerId: "credential", userId: id, password: hash })
      await tx.insert(profiles).values({ userId: id, ...profile })
      await record(tx, { action: "create", kind: "user", id, title: email, after: { role, ...profile } })
    })
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** How changing or deleting a person ended; the last admin stays, and stays admin. */
export type UserChange = "done" | "missing" | "last-admin"

/**
 * Gives a person another role, or a moderator other rights, and ends their sessions, so that nobody goes on with rights they lost.
 *
 * @param keepSessionId the session of the admin who does it, which goes on
 */
export function setUserRole(change: RoleChange, keepSessionId: string): Promise<UserChange> {
  const { id, role } = change
  return db.transaction(async (tx) => {
    const current = await lockUser(tx, id)
    if (!current) return "missing"
    const rights = rightsIn(change, current.role === "moderator" ? current.rights : undefined)
    const isSame = current.role === role && rights.join() === current.rights.join()
    if (isSame) return "done"
    if (role !== "admin" && current.isLastAdmin) return "last-admin"
    await tx.update(users).set({ role, rights, updatedAt: new Date() }).where(eq(users.id, id))
    await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, keepSessionId)))
    const { email: title, ...before } = current
    await record(tx, {
      action: "change-role",
      kind: "user",
      id,
      title,
      before: { role: before.role, rights: rightsOf(before.role, before.rights) },
      after: { role, rights: rightsOf(role, rights) },
    })
    return "done"
  })
}

/**
 * Signs a person out everywhere: for a lost phone, or one that somebody else holds.
 *
 * @param keepSessionId the session of the admin who does it, which goes on
 * @returns false when there is no such account
 */
export function endSessionsOf(id: string, keepSessionId: string) {
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ title: users.email }).from(users).where(eq(users.id, id))
    if (!user) return false
    await tx.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, keepSessionId)))
    await record(tx, { action: "end-sessions", kind: "user", id, ...user })
    return true
  })
}

/** Deletes an account with its profile and sessions; what the person wrote stays, without an author. */
export function deleteUser(id: string) {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email, role: users.role })
      .from(users)
      .where(eq(users.id, id))
    const outcome = await deleteUserIn(tx, id)
    if (user && outcome === "done")
      await record(tx, { action: "delete", kind: "user", id, title: user.email, before: { role: user.role } })
    return outcome
  })
}

/** As `deleteUser`, in a transaction that does more, and tells the log of it. */
export async function deleteUserIn(tx: Transaction, id: string): Promise<UserChange> {
  const current = await lockUser(tx, id)
  if (!current) return "missing"
  if (current.isLastAdmin) return "last-admin"
  await tx.delete(users).where(eq(users.id, id))
  // Links and challenges that name them, and refer to no row.
  await tx.delete(verifications).where(sql`strpos(${verifications.value}, ${id}) > 0`)
  return "done"
}

/** The person, with all admins held until the transaction ends: of two who leave at once, the second one is the last. */
async function lockUser(tx: Transaction, id: string) {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, "admin"))
    .orderBy(users.id)
    .for("update")
  const [user] = await tx
    .select({ email: users.email, role: users.role, rights: users.rights })
    .from(users)
    .where(eq(users.id, id))
    .for("update")
  return user && { ...user, isLastAdmin: user.role === "admin" && admins.every((admin) => admin.id === id) }
}
