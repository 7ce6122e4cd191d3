import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isRefusal } from "#app/db/errors.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { importedThings, imports, importThings } from "#app/db/schema/imports.server.ts"
import type { ImportChoices, ImportedTarget, ImportReport } from "#app/kit/lib/imports.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { type Files, filesOf } from "./files.ts"
import type { AuthorThing, FileThing, Thing } from "./things.ts"

/** A running import, with what is looked up for each of its texts. */
export type Run = {
  id: number
  /** The other site. */
  source: string
  choices: ImportChoices
  /** By the author's id there, whose account it is here. */
  accounts: Map<string, string>
  /** What authors are called. */
  authors: Map<string, string>
  files: Files
}

/** @returns undefined where it does not run */
export async function loadRun(id: number): Promise<Run | undefined> {
  const [found] = await db
    .select({ source: imports.source, choices: imports.choices })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.state, "running")))
  if (!found?.choices) return undefined
  const [authors, files] = await Promise.all([
    thingsOf<AuthorThing>(id, "author"),
    thingsOf<FileThing>(id, "file"),
  ])
  const emails = authors.flatMap(({ email }) => email?.toLowerCase() ?? [])
  const known = await db
    .select({ id: users.id, email: sql<string>`lower(${users.email})` })
    .from(users)
    .where(inArray(sql`lower(${users.email})`, emails))
  const accountOf = new Map(known.map((user) => [user.email, user.id]))
  return {
    id,
    source: found.source,
    choices: found.choices,
    accounts: new Map(
      authors.flatMap((author) => {
        const account = accountOf.get(author.email?.toLowerCase() ?? "")
        return account ? [[author.id, account] as const] : []
      }),
    ),
    authors: new Map(authors.map(({ id: author, name }) => [author, name])),
    files: filesOf(files),
  }
}

async function thingsOf<Kind extends Thing>(importId: number, kind: Kind["kind"]) {
  const rows = await db
    .select({ thing: importThings.thing })
    .from(importThings)
    .where(and(eq(importThings.importId, importId), eq(importThings.kind, kind)))
  return rows.map(({ thing }) => thing as Kind)
}

/** What a step found: more may be left, nothing is, or the host paused or ended the import. */
export type Step = "more" | "done" | "stopped"

/** Asked where a piece has a transaction that is not of here. */
export async function isRunning({ id }: Run) {
  const [found] = await db.select({ state: imports.state }).from(imports).where(eq(imports.id, id))
  return found?.state === "running"
}

/**
 * Does one piece of an import, with its report, in a transaction: whatever is killed, no piece is done twice or counted twice. Two imports of
 * one site do theirs in turns, so that each finds what the other one made.
 *
 * @param lock what is held before any row is
 */
export function step(
  run: Run,
  work: (tx: Transaction, report: ImportReport) => Promise<"more" | "done">,
  lock?: (tx: Transaction) => Promise<unknown>,
) {
  return db.transaction(async (tx): Promise<Step> => {
    await lock?.(tx)
    const ofSite = await tx
      .select({ id: imports.id, state: imports.state, report: imports.report })
      .from(imports)
      .where(eq(imports.source, run.source))
      .orderBy(imports.id)
      .for("update")
    const held = ofSite.find(({ id }) => id === run.id)
    if (held?.state !== "running") return "stopped"
    const report = held.report ? withAllTargets(held.report) : emptyReport()
    const before = JSON.stringify(held.report)
    const result = await work(tx, report)
    // Given up is only what gets no further.
    const isFurther = JSON.stringify(report) !== before
    await tx
      .update(imports)
      .set({ report, ...(isFurther && { attempts: 0 }) })
      .where(eq(imports.id, run.id))
    return result
  })
}

/**
 * Writes some things at once. Where the database refuses that, the half of them, and so on down to the single one that it refuses:
 * that one is told and left out, so that nothing stops an import. As long as several are refused, at most twice as many attempts.
 *
 * @param write in a transaction of its own within `tx`; what it counted in the report counts no more when it fails
 */
export async function writeEach<One extends { thing: Thing }>(
  tx: Transaction,
  report: ImportReport,
  things: One[],
  write: (tx: Transaction, some: One[]) => Promise<void>,
  target?: ImportedTarget,
) {
  const [only, ...others] = things
  if (!only) return
  const before = structuredClone(report)
  try {
    await tx.transaction((inner) => write(inner, things))
  } catch (error) {
    if (!isRefusal(error)) throw error
    Object.assign(report, before)
    if (others.length === 0) return tellRefused(report, only.thing, target, error)
    const half = Math.ceil(things.length / 2)
    await writeEach(tx, report, things.slice(0, half), write, target)
    await writeEach(tx, report, things.slice(half), write, target)
  }
}

/** What the database said is for who runs the site: it names columns. */
export function tellRefused(
  report: ImportReport,
  thing: Thing,
  target: ImportedTarget | undefined,
  error: unknown,
) {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  log.info({ kind: thing.kind, thing: thing.id, reason }, "import: left out")
  if (target) report.targets[target].skipped += 1
  remark(report, titleOf(thing), "n’a pas pu être écrit")
}

function titleOf(thing: Thing) {
  if (thing.kind === "comment") return thing.author || "Commentaire"
  if (thing.kind === "guest") return thing.name
  return "title" in thing ? thing.title : thing.id
}

/** An import's report as it is, held until the transaction ends. */
export async function readReport(tx: Transaction, id: number) {
  const [held] = await tx
    .select({ report: imports.report })
    .from(imports)
    .where(eq(imports.id, id))
    .for("update")
  return held?.report ?? emptyReport()
}

const MAX_REMARKS = 300
const NONE = { created: 0, updated: 0, unchanged: 0, edited: 0, skipped: 0 }

export const emptyReport = (): ImportReport => ({
  targets: {
    episode: { ...NONE },
    post: { ...NONE },
    news: { ...NONE },
    page: { ...NONE },
    guest: { ...NONE },
    comment: { ...NONE },
    redirect: { ...NONE },
    transcript: { ...NONE },
  },
  copies: 0,
  remarks: [],
  remarkCount: 0,
})

/** One of before may lack what imports make since. */
const withAllTargets = (report: ImportReport): ImportReport => ({
  ...report,
  targets: { ...emptyReport().targets, ...report.targets },
})

export function remark(report: ImportReport, title: string, reason: string) {
  report.remarkCount += 1
  if (report.remarks.length < MAX_REMARKS) report.remarks.push({ title: title.slice(0, 200), reason })
}

/**
 * Some of what is left of one kind, in the order of the files: of long ones fewer.
 *
 * @param after the position that the last ones ended at
 */
export async function takeThings<Kind extends Thing>(
  tx: Transaction,
  importId: number,
  kind: Kind["kind"],
  { after, limit, condition = sql`true` }: { after: number; limit: number; condition?: SQL },
) {
  const { rows } = await tx.execute<Taken<Kind>>(sql`
    select "sourceId", thing, digest, position from (
      select source_id as "sourceId", thing, digest, position::float8,
        sum(octet_length(thing::text)) over (order by position) - octet_length(thing::text) as before
      from (select * from ${importThings}
        where import_id = ${importId} and kind = ${kind} and not is_done and position > ${after} and ${condition}
        order by position limit ${limit}) next) sized
    where before < ${BATCH_BYTES} order by position`)
  return rows
}

type Taken<Kind extends Thing> = { sourceId: string; thing: Kind; digest: string; position: number }
const BATCH_BYTES = 8_000_000

export async function markDone(tx: Transaction, importId: number, kind: Thing["kind"], sourceIds: string[]) {
  if (sourceIds.length === 0) return
  await tx
    .update(importThings)
    .set({ isDone: true })
    .where(
      and(
        eq(importThings.importId, importId),
        eq(importThings.kind, kind),
        inArray(importThings.sourceId, sourceIds),
      ),
    )
}

type Known = typeof importedThings.$inferSelect

/** What an earlier import made of things, by their ids there. */
export async function knownThings(tx: Transaction, source: string, kind: Thing["kind"], sourceIds: string[]) {
  const rows = await tx
    .select()
    .from(importedThings)
    .where(
      and(
        eq(importedThings.source, source),
        eq(importedThings.kind, kind),
        inArray(importedThings.sourceId, sourceIds),
      ),
    )
  return new Map<string, Known>(rows.map((row) => [row.sourceId, row]))
}

export async function rememberThings(
  tx: Transaction,
  rows: (Omit<Known, "importId"> & { importId: number | null; target: ImportedTarget })[],
) {
  if (rows.length === 0) return
  await tx
    .insert(importedThings)
    .values(rows)
    .onConflictDoUpdate({
      target: [importedThings.source, importedThings.kind, importedThings.sourceId],
      set: {
        target: sql`excluded.target`,
        rowId: sql`excluded.row_id`,
        version: sql`excluded.version`,
        digest: sql`excluded.digest`,
        // Whoever made it is who takes it back.
        importId: sql`case when ${importedThings.rowId} = excluded.row_id and ${importedThings.target} = excluded.target
          then ${importedThings.importId} else excluded.import_id end`,
      },
    })
}
