import { and, eq, ne, sql } from "drizzle-orm"
import { z } from "zod"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { passkeys, settings, totpSecrets, users } from "#app/db/schema/accounts.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import { hasFactor } from "./factors.server.ts"

const SETTING = "factor-required-since"
/** How long who has to have a second factor may take to set one up, from when they first had to. */
export const GRACE_DAYS = 7
const DAY_MS = 86_400_000

/** What admins and moderators without a second factor owe, and until when they may go on without it. */
export type OwedFactor = { dueAt: Date; isOverdue: boolean }

const instant = z.iso.datetime().transform((text) => new Date(text))

/** Since when admins and moderators have to have a second factor; undefined while they need none. */
export function findRequiredSince(on: Pick<Transaction, "select"> = db) {
  return readSetting(SETTING, instant, on)
}

/**
 * Requires a second factor of admins and moderators, or no longer. Required anew, everybody's time begins anew.
 *
 * @param by who has to have one themself: nobody shuts themselves out, or lets down others' guard by a password alone
 * @returns false when they have none
 */
export function setFactorRequired(by: string, isRequired: boolean) {
  return db.transaction(async (tx) => {
    if (!(await hasFactor(by, tx))) return false
    const since = await findRequiredSince(tx)
    if (isRequired === (since !== undefined)) return true
    const required = isRequired ? new Date().toISOString() : null
    await writeSetting(tx, SETTING, required)
    const values = { before: { since }, after: { since: required } }
    await record(tx, {
      action: "update",
      kind: "settings",
      id: SETTING,
      title: "Second facteur exigé",
      ...values,
    })
    return true
  })
}

/**
 * What a person owes, in one query; of people who are neither admin nor moderator nothing is asked, not even the database.
 *
 * @returns undefined for who has a factor, or needs none
 */
export async function findOwedFactor({
  id,
  role,
}: {
  id: string
  role: Role
}): Promise<OwedFactor | undefined> {
  if (role === "user") return undefined
  const [owing] = await db
    .select({ value: settings.value, staffSince: users.staffSince })
    .from(settings)
    .innerJoin(users, eq(users.id, id))
    .where(and(eq(settings.name, SETTING), lacksFactor()))
  const since = instant.safeParse(owing?.value)
  if (!owing || !since.success) return undefined
  const from = Math.max(since.data.getTime(), owing.staffSince?.getTime() ?? 0)
  const dueAt = new Date(from + GRACE_DAYS * DAY_MS)
  return { dueAt, isOverdue: Date.now() >= dueAt.getTime() }
}

/** How many admins and moderators have no second factor. */
export function countStaffWithoutFactor() {
  return db.$count(users, and(ne(users.role, "user"), lacksFactor()))
}

/** Whether the user of a query's row has no second factor. */
export function lacksFactor() {
  return sql<boolean>`not exists (select from ${totpSecrets} where user_id = ${users.id} and confirmed_at is not null)
    and not exists (select from ${passkeys} where user_id = ${users.id})`
}
