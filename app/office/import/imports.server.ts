import { and, desc, eq, inArray, ne, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { imports, importThings } from "#app/db/schema/imports.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { subscriberImports } from "#app/db/schema/newsletter.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import type { ImportedTable } from "#app/kit/lib/imported-tables.ts"
import { type ImportChoices, type ImportState, UNDO_DAYS } from "#app/kit/lib/imports.ts"
import { dropList } from "./take-list.server.ts"

const SHOWN = 20
/** Files of one import. */
export const MAX_FILES = 50

/** Of one whose files were nothing but lists of people nobody chooses anything. */
const isListOnly = sql<boolean>`(${imports.state} = 'done' and ${imports.choices} is null and ${imports.findings} is not null)`

/** The newest imports of other sites. */
export function listImports() {
  return db
    .select({
      id: imports.id,
      name: imports.name,
      state: imports.state,
      createdAt: imports.createdAt,
      isListOnly,
      listState: subscriberImports.state,
    })
    .from(imports)
    .leftJoin(subscriberImports, eq(subscriberImports.id, imports.listId))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(SHOWN)
}

export type FoundImport = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** One import, with how far it is; undefined where there is none. */
export async function findImport(id: number) {
  const [found] = await db
    .select({
      id: imports.id,
      name: imports.name,
      state: imports.state,
      failure: imports.failure,
      source: imports.source,
      findings: imports.findings,
      tables: imports.tables,
      choices: imports.choices,
      report: imports.report,
      endedAt: imports.endedAt,
      mayUndo: sql<boolean>`not ${isListOnly} and coalesce(${imports.endedAt} > now() - make_interval(days => ${UNDO_DAYS}), false)`,
      isListOnly,
      list: {
        id: subscriberImports.id,
        name: subscriberImports.name,
        state: subscriberImports.state,
        rows: subscriberImports.rowCount,
        people: sql<number>`${subscriberImports.rowCount} - ${subscriberImports.doubleCount} - ${subscriberImports.invalidCount}`,
      },
    })
    .from(imports)
    // One that is being read is no list yet.
    .leftJoin(
      subscriberImports,
      and(eq(subscriberImports.id, imports.listId), ne(subscriberImports.state, "reading")),
    )
    .where(eq(imports.id, id))
  if (!found) return undefined
  const isUnderWay = ["reading", "running", "paused"].includes(found.state)
  const things = isUnderWay ? await countThings(id) : { done: 0, left: 0 }
  const samples = found.state === "read" && found.tables ? await listSamples(id) : []
  return { ...found, ...things, samples }
}

const SAMPLES = 3

/** The first lines of an import's tables, as far as they are shown. */
async function listSamples(id: number) {
  const { rows } = await db.execute<{ table: string; cells: string[] }>(sql`
    select thing ->> 'table' as table, (select jsonb_agg(left(cell, 100)) from jsonb_array_elements_text(thing -> 'cells') cell) as cells
    from ${importThings} where import_id = ${id} and kind = 'row'
      and source_id = any(select (t ->> 'name') || '#' || n
        from ${imports}, jsonb_array_elements(tables) t, generate_series(1, ${SAMPLES}) n where id = ${id})
    order by position`)
  return rows
}

async function countThings(id: number) {
  const [counts] = await db
    .select({
      done: sql<number>`count(*) filter (where ${importThings.isDone})::int`,
      left: sql<number>`count(*) filter (where not ${importThings.isDone})::int`,
    })
    .from(importThings)
    .where(
      and(eq(importThings.importId, id), inArray(importThings.kind, ["text", "guest", "comment", "line"])),
    )
  return counts ?? { done: 0, left: 0 }
}

/**
 * Lets files that were sent be read as one import.
 *
 * @param ids of uploads of that person, whole and for an import
 * @param site the address of the site that they come from; empty where they say it
 * @returns the import's id; undefined where one of them is none
 */
export function beginImport(userId: string, ids: string[], site = "") {
  return db.transaction(async (tx) => {
    const files = await tx
      .select({ id: uploads.id, title: uploads.title })
      .from(uploads)
      .where(
        and(
          inArray(uploads.id, ids),
          eq(uploads.userId, userId),
          eq(uploads.purpose, "import"),
          eq(uploads.received, uploads.bytes),
          sql`${uploads.importId} is null`,
        ),
      )
      .orderBy(uploads.createdAt, uploads.id)
      .for("update")
    if (files.length === 0 || files.length !== new Set(ids).size) return undefined
    const name = files.map(({ title }) => title).join(", ")
    const [made] = await tx
      .insert(imports)
      .values({ name: name.slice(0, 300), source: site, createdBy: userId })
      .returning({ id: imports.id })
    if (!made) throw new Error("the row was not inserted")
    await tx.update(uploads).set({ importId: made.id }).where(inArray(uploads.id, ids))
    await wakeJob(tx, "imports-worker")
    return made.id
  })
}

/** Lets the tables of a read import be read in another way. @returns false where it does not wait for that any more */
export async function readTablesAnew(id: number, choose: (tables: ImportedTable[]) => ImportedTable[]) {
  const [found] = await db.select({ tables: imports.tables }).from(imports).where(eq(imports.id, id))
  const tables = choose(found?.tables ?? [])
  return move(id, ["read"], "reading", { tables, attempts: 0 }, "update")
}

/** Lets a read import be written, as the host chose. @returns false where it does not wait for that any more */
export const startImport = (id: number, choices: ImportChoices) =>
  move(id, ["read"], "running", { choices, attempts: 0 }, "import")

export const pauseImport = (id: number) => move(id, ["running"], "paused", {}, "update")
export const resumeImport = (id: number) => move(id, ["paused"], "running", { attempts: 0 }, "update")

/** Takes back what an import made and nobody edited since, also one that is under way. @returns false where there is nothing to take back */
export const undoImport = (id: number) =>
  move(id, ["running", "paused", "done"], "undoing", { attempts: 0 }, "cancel")

async function move(
  id: number,
  from: ImportState[],
  to: ImportState,
  values: Partial<typeof imports.$inferInsert>,
  action: "import" | "update" | "cancel",
) {
  return db.transaction(async (tx) => {
    const isRecent =
      to === "undoing"
        ? sql`not ${isListOnly} and (${imports.endedAt} is null or ${imports.endedAt} > now() - make_interval(days => ${UNDO_DAYS}))`
        : undefined
    const [moved] = await tx
      .update(imports)
      .set({ ...values, state: to })
      .where(and(eq(imports.id, id), inArray(imports.state, from), isRecent))
      .returning({ name: imports.name, source: imports.source })
    if (!moved) return false
    await record(tx, { action, kind: "site-import", id, title: moved.source || moved.name })
    await wakeJob(tx, "imports-worker")
    return true
  })
}

/** Forgets an import that nothing came of, files included, and its list, where that waits still. @returns false where it is no such one */
export async function discardImport(id: number) {
  const isUnwritten = and(eq(imports.id, id), inArray(imports.state, ["reading", "read", "failed"]))
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ id: imports.id }).from(imports).where(isUnwritten).for("update")
    if (found) await dropList(tx, id)
    const [gone] = await tx.delete(imports).where(isUnwritten).returning({ name: imports.name })
    if (gone) await record(tx, { action: "discard", kind: "site-import", id, title: gone.name })
    return gone !== undefined
  })
}

/** Exports hold addresses of people who know nothing of it: one that nobody takes up goes after a week, as its list does by itself. */
export async function forgetOldImports() {
  await db
    .delete(imports)
    .where(
      sql`state in ('reading', 'read', 'failed') and created_at < now() - make_interval(days => ${UNDO_DAYS})`,
    )
}

/** Ends an import for good: what was read of it goes. */
export async function endImport(
  tx: Transaction,
  id: number,
  state: "done" | "failed" | "undone",
  values: Partial<typeof imports.$inferInsert> = {},
) {
  await tx.delete(importThings).where(eq(importThings.importId, id))
  await tx
    .update(imports)
    .set({ ...values, state, endedAt: sql`now()`, lease: null, leasedUntil: null })
    .where(eq(imports.id, id))
}
