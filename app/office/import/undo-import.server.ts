import { and, eq, inArray, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { blogPosts, customPages, episodes, feedItems, news } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { importedThings, imports } from "#app/db/schema/imports.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import type { ImportedTarget } from "#app/kit/lib/imports.ts"
import { endImport } from "./imports.server.ts"
import { emptyReport } from "./run.server.ts"

const BATCH = 200
/** Each process reads all rules anew after each of these. */
const RULES_BATCH = 5_000
/** Rules and comments before what they are about. */
const ORDER: ImportedTarget[] = [
  "redirect",
  "transcript",
  "comment",
  "post",
  "page",
  "news",
  "guest",
  "episode",
]
const TABLES = {
  redirect: redirects,
  transcript: transcripts,
  comment: comments,
  post: blogPosts,
  page: customPages,
  news,
  guest: guests,
  episode: episodes,
}

/** Takes back what an import made and nobody edited since; what was here before it stays as the import left it. */
export async function undoImport(id: number, signal: AbortSignal) {
  for (const target of ORDER)
    while (!signal.aborted && (await db.transaction((tx) => takeSomeBack(tx, id, target))));
  if (signal.aborted) return
  await db.transaction(async (tx) => {
    const [held] = await tx
      .select({ report: imports.report })
      .from(imports)
      .where(eq(imports.id, id))
      .for("update")
    const kept = await tx.$count(importedThings, eq(importedThings.importId, id))
    // It is the host's from now on: another import finds it as edited here.
    await tx.update(importedThings).set({ importId: null }).where(eq(importedThings.importId, id))
    const report = held?.report ?? emptyReport()
    const undone = { removed: report.undone?.removed ?? 0, kept }
    await endImport(tx, id, "undone", { report: { ...report, undone } })
  })
}

/** @returns false where nothing is left */
async function takeSomeBack(tx: Transaction, id: number, target: ImportedTarget) {
  if (target === "episode" || target === "guest") await lockEpisodes(tx)
  const table = TABLES[target]
  const from: PgTable = table
  const version = "version" in table ? sql`${table.version}` : sql`1`
  const rows = await tx
    .select({ sourceId: importedThings.sourceId, kind: importedThings.kind, rowId: importedThings.rowId })
    .from(importedThings)
    .innerJoin(from, and(eq(table.id, importedThings.rowId), sql`${version} = ${importedThings.version}`))
    .where(
      and(eq(importedThings.importId, id), eq(importedThings.target, target), hasNoWordsOfOthers(target, id)),
    )
    .limit(target === "redirect" ? RULES_BATCH : BATCH)
  const ids = rows.map(({ rowId }) => rowId)
  if (ids.length > 0) {
    if (target === "episode") await tx.delete(feedItems).where(inArray(feedItems.episodeId, ids))
    // What somebody saves meanwhile is theirs.
    await tx.delete(from).where(
      and(
        inArray(table.id, ids),
        sql`exists (select from ${importedThings} where ${importedThings.importId} = ${id} and ${importedThings.target} = ${target}
          and ${importedThings.rowId} = ${table.id} and ${importedThings.version} = ${version})`,
      ),
    )
  }
  // At the end also replies, which go with what they are to, and what hosts deleted.
  const those = ids.length > 0 ? sql`row_id = any(${sql.param(ids)}::int[])` : sql`true`
  const { rowCount } = await tx.execute(sql`
    delete from ${importedThings} i where import_id = ${id} and target = ${target} and ${those}
      and not exists (select from ${table} row where row.id = i.row_id)`)
  const gone = rowCount ?? 0
  if (ids.length === 0 && gone === 0) return false
  const [held] = await tx
    .select({ report: imports.report })
    .from(imports)
    .where(eq(imports.id, id))
    .for("update")
  const report = held?.report ?? emptyReport()
  const undone = { removed: (report.undone?.removed ?? 0) + gone, kept: 0 }
  await tx
    .update(imports)
    .set({ report: { ...report, undone }, attempts: 0 })
    .where(eq(imports.id, id))
  await record(tx, { action: "delete", kind: target, after: { count: gone } })
  return ids.length > 0
}

/** What visitors wrote here since would go with a comment that they replied to, and with its episode. */
function hasNoWordsOfOthers(target: ImportedTarget, importId: number) {
  if (target === "episode")
    return sql`not exists (select from comments where comments.episode_id = ${importedThings.rowId})`
  if (target !== "comment") return undefined
  return sql`not exists (select from comments reply where reply.parent_id = ${importedThings.rowId}
    and not exists (select from imported_things own where own.target = 'comment' and own.row_id = reply.id and own.import_id = ${importId}))`
}
