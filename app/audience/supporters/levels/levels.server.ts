import { asc, eq } from "drizzle-orm"
import { moveToBin } from "#app/content/bin/bin.server.ts"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { levels } from "#app/db/schema/supporters.server.ts"
import type { LevelForm } from "./level-form.schema.ts"

const { id, name, rank, months, price, description, payUrl, version } = levels
const fields = { name, rank, months, price, description, payUrl }

/** More than anybody reads. */
const MAX_SHOWN = 100

/** What visitors read of each level, the lowest rank first. */
export function listLevels() {
  return db
    .select({ id, name: frenchText(name), price: frenchText(price), description, payUrl })
    .from(levels)
    .orderBy(asc(rank), asc(id))
    .limit(MAX_SHOWN)
}

/** Whether hosts have named any. */
export async function hasLevels() {
  return (await db.select({ id }).from(levels).limit(1)).length > 0
}

/** What the form edits of one level, or undefined. */
export async function findLevel(levelId: number) {
  const [level] = await db
    .select({ id, version, ...fields })
    .from(levels)
    .where(eq(id, levelId))
  return level
}

export function createLevel(form: LevelForm): Promise<Saved> {
  return db.transaction(async (tx) => {
    const [made] = await tx.insert(levels).values(form).returning({ id })
    if (!made) throw new Error("the row was not inserted")
    await record(tx, { action: "create", kind: "level", id: made.id, title: form.name, after: form })
    return { outcome: "saved", id: made.id }
  })
}

/** @param from the version that the form was filled from */
export function updateLevel(levelId: number, from: number, form: LevelForm): Promise<Saved> {
  return db.transaction(async (tx) => {
    const current = await hold(tx, levelId)
    if (!current) return { outcome: "missing" }
    const { version: stored, ...before } = current
    if (stored !== from) return { outcome: "stale", version: stored }
    await tx
      .update(levels)
      .set({ ...form, ...nextVersion(levels) })
      .where(eq(id, levelId))
    const item = { kind: "level", id: levelId, title: form.name }
    await record(tx, { action: "update", ...item, before, after: form })
    return { outcome: "saved", id: levelId }
  })
}

/** @returns false when there is no such level */
export function deleteLevel(levelId: number) {
  return db.transaction(async (tx) => {
    const held = await hold(tx, levelId)
    if (!held) return false
    const item = { kind: "level", id: levelId, title: held.name }
    await moveToBin(tx, { kind: "level", table: levels }, item)
    await tx.delete(levels).where(eq(id, levelId))
    await record(tx, { action: "delete", ...item })
    return true
  })
}

async function hold(tx: Transaction, levelId: number) {
  const [row] = await tx
    .select({ version, ...fields })
    .from(levels)
    .where(eq(id, levelId))
    .for("update")
  return row
}
