import { sql } from "drizzle-orm"
import { z } from "zod"
import { record } from "#app/db/audit.server.ts"
import { type Database, db, type Transaction } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { retryMedium } from "#app/media/processing/new-medium.server.ts"
import { enterCopies } from "./enter-copies.server.ts"

const schema = z.object({
  isOn: z.boolean(),
  /** Why it stopped by itself: no room. */
  reason: z.string().default(""),
})

/** Whether files are being copied; undefined where that was never asked for, or was given up. */
export function readCopying(on: Pick<Database, "select"> = db) {
  return readSetting("file-copying", schema, on)
}

/** Copies what lies elsewhere from now on, and what comes with later episodes. @returns how many files wait */
export function startCopying() {
  return db.transaction(async (tx) => {
    const before = await readCopying(tx)
    const count = await enterCopies(tx, { isAsked: true })
    await writeSetting(tx, "file-copying", { isOn: true, reason: "" })
    await record(tx, {
      action: before ? "update" : "create",
      kind: "file-copies",
      before: { isOn: before?.isOn ?? false },
      after: { isOn: true },
    })
    await wakeJob(tx, "copies")
    return count
  })
}

/**
 * Copies what came with an import, too, where copying was never asked for or is on: what a host paused stays so, and what they took
 * back stays where it is.
 */
export function copyAlso() {
  return db.transaction(async (tx) => {
    const before = await readCopying(tx)
    await enterCopies(tx, { isAsked: false })
    if (!before) {
      await writeSetting(tx, "file-copying", { isOn: true, reason: "" })
      await record(tx, { action: "create", kind: "file-copies", after: { isOn: true } })
    }
    await wakeJob(tx, "copies")
  })
}

/** Lets everything stand as it is, downloads too: they go on where they were. @returns false where nothing was being copied */
export function pauseCopying() {
  return db.transaction(async (tx) => {
    const before = await readCopying(tx)
    if (!before?.isOn) return false
    await writeSetting(tx, "file-copying", { isOn: false, reason: "" })
    await record(tx, {
      action: "update",
      kind: "file-copies",
      before: { isOn: true },
      after: { isOn: false },
    })
    return true
  })
}

/** What stops everything by itself, such as a full disk: it is said why, and goes on when somebody asks for it. */
export async function haltCopying(reason: string) {
  await db.transaction(async (tx) => {
    const before = await readCopying(tx)
    if (!before?.isOn) return
    await writeSetting(tx, "file-copying", { isOn: false, reason })
    await record(tx, {
      action: "update",
      kind: "file-copies",
      before: { isOn: true },
      after: { isOn: false, reason },
    })
  })
}

/** Gives up what is not copied yet; what is stays here. @returns false where there was nothing to give up */
export function stopCopying() {
  return db.transaction(async (tx) => {
    const before = await readCopying(tx)
    const gone = await tx
      .delete(fileCopies)
      .where(sql`${fileCopies.state} not in ('done', 'undone')`)
      .returning({ id: fileCopies.id })
    if (!before && gone.length === 0) return false
    await writeSetting(tx, "file-copying", null)
    await record(tx, { action: "delete", kind: "file-copies", before: { files: gone.length } })
    return true
  })
}

/** Tries once more what failed. @param id of one; all of them without it @returns how many */
export function retryCopies(id?: number) {
  return db.transaction((tx) =>
    takeUp(tx, sql`${fileCopies.state} = 'failed' and not ${fileCopies.isDoubtful}`, id),
  )
}

/** Takes a sound that is much shorter or longer than its episode all the same. @returns how many: none where it is no such one */
export function acceptCopy(id: number) {
  return db.transaction((tx) =>
    takeUp(tx, sql`${fileCopies.state} = 'failed' and ${fileCopies.isDoubtful}`, id, true),
  )
}

async function takeUp(tx: Transaction, which: ReturnType<typeof sql>, id?: number, isAccepted = false) {
  const taken = await tx
    .update(fileCopies)
    .set({
      state: sql`case when ${fileCopies.mediumId} is null then 'waiting' else 'preparing' end`,
      failure: "",
      isDoubtful: false,
      attempts: 0,
      dueAt: sql`now()`,
      ...(isAccepted && { isAccepted }),
    })
    .where(id === undefined ? which : sql`${which} and ${fileCopies.id} = ${id}`)
    .returning({ mediumId: fileCopies.mediumId })
  for (const { mediumId } of taken) if (mediumId !== null) await retryMedium(mediumId, tx)
  if (taken.length > 0) {
    await record(tx, { action: "update", kind: "file-copies", after: { retried: taken.length, isAccepted } })
    await wakeJob(tx, "copies")
  }
  return taken.length
}
