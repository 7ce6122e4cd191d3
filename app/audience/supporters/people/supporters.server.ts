import { eq, inArray, sql } from "drizzle-orm"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"
import { holdLevel } from "#app/podcast/episodes/levels.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import type { SupporterForm } from "./supporter-form.schema.ts"

const { id, email, name, levelId, until, renews, origin, note, hasFeed, version, createdAt } = supporters
const fields = { email, name, levelId, until, renews, origin, note, hasFeed }

/** One person as the form edits them, or undefined. */
export async function findSupporter(supporterId: number) {
  const [found] = await db
    .select({ id, version, ...fields })
    .from(supporters)
    .where(eq(id, supporterId))
  return found
}

/** Makes somebody a supporter whose address is none yet. */
export function createSupporter(form: SupporterForm) {
  return save(form, async (tx, level) => {
    const [made] = await tx.insert(supporters).values(form).returning({ id, createdAt })
    if (!made) throw new Error("the row was not inserted")
    await record(tx, { action: "create", ...told(made), after: { ...toldOf(form), level } })
    return { outcome: "saved", id: made.id }
  })
}

/** Saves a supporter. @param from the version that the form was filled from */
export function updateSupporter(supporterId: number, from: number, form: SupporterForm) {
  return save(form, async (tx, level) => {
    const [current] = await tx
      .select({ id, version, createdAt, level: levels.name, until, renews, origin, hasFeed })
      .from(supporters)
      .leftJoin(levels, eq(levels.id, levelId))
      .where(eq(id, supporterId))
      .for("update", { of: supporters })
    if (!current) return { outcome: "missing" }
    if (current.version !== from) return { outcome: "stale", version: current.version }
    await tx
      .update(supporters)
      .set({ ...form, ...nextVersion(supporters) })
      .where(eq(id, supporterId))
    await record(tx, {
      ...{ action: "update", ...told(current) },
      before: { ...toldOf(current), level: current.level },
      after: { ...toldOf(form), level },
    })
    return { outcome: "saved", id: supporterId }
  })
}

/** Erases a supporter for good: people go to no bin. @returns false when there is no such person */
export function deleteSupporter(supporterId: number) {
  return db.transaction(async (tx) => {
    const [gone] = await tx.delete(supporters).where(eq(id, supporterId)).returning({ id, createdAt })
    if (!gone) return false
    await record(tx, { action: "delete", ...told(gone) })
    return true
  })
}

/** Gives supporters other feeds: the addresses that they had, and those of their sounds, are void. @returns how many there were */
export function renewFeeds(ids: number[]) {
  return db.transaction(async (tx) => {
    const { feedNumber } = supporters
    const renewed = await tx
      .update(supporters)
      .set({ feedNumber: sql`${feedNumber} + 1` })
      .where(inArray(id, ids))
      .returning({ id, createdAt, feedNumber })
    const entries = renewed.map(({ feedNumber: after, ...one }) => ({
      ...{ action: "update" as const, ...told(one) },
      ...{ before: { feedNumber: after - 1 }, after: { feedNumber: after } },
    }))
    await record(tx, ...entries)
    return renewed.length
  })
}

/** What the log calls a supporter: not who it is. */
export function told(one: { id: number; createdAt: Date }) {
  const title = `ajouté le ${formatLongTime(one.createdAt)}`
  return { kind: "supporter", id: one.id, title } satisfies Partial<AuditEntry>
}

/** What the log tells of one, beside the level: nothing of who it is, or of what hosts noted. */
const toldOf = (one: Pick<SupporterForm, "until" | "renews" | "origin" | "hasFeed">) => ({
  until: one.until,
  renews: one.renews,
  origin: one.origin,
  hasFeed: one.hasFeed,
})

/** @param write gets the name of the level, which stays there meanwhile; none without a level */
async function save(
  form: SupporterForm,
  write: (tx: Transaction, level: string | null) => Promise<Saved>,
): Promise<Saved> {
  try {
    return await db.transaction(async (tx) => {
      if (form.levelId === null) return write(tx, null)
      const level = await holdLevel(tx, form.levelId)
      return level === undefined
        ? { outcome: "invalid", errors: { levelId: "Ce palier n’existe plus" } }
        : write(tx, level)
    })
  } catch (error) {
    if (isUniqueViolation(error, /email/)) return { outcome: "invalid", errors: { email: TAKEN } }
    throw error
  }
}

const TAKEN = "Cette adresse est déjà un soutien"

/** The day in Paris, in SQL. */
export const today = sql`(now() at time zone 'Europe/Paris')::date`

/** Whether somebody's last day is not over, if there is one. */
export const isActive = sql`(${supporters.until} is null or ${supporters.until} >= ${today})`
