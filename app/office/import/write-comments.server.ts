import { sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { importedThings, importThings } from "#app/db/schema/imports.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { markDone, remark, rememberThings, type Run, step } from "./run.server.ts"
import type { CommentThing } from "./things.ts"

const BATCH = 500
const MAX_NAME = 100
const MAX_CONTENT = 2_000

type Row = {
  thing: CommentThing
  digest: string
  episodeId: number | null
  rowId: number | null
  parentId: number | null
}

/**
 * Makes comments of some of an import's: those on episodes, with their times and states. Replies to replies are replies to the first
 * one, as here; what they reply to comes before them.
 */
export function writeSomeComments(run: Run) {
  return step(run, async (tx, report) => {
    const rows = await takeReady(tx, run)
    if (rows.length === 0) return "done"
    const counts = report.targets.comment
    const fresh = rows.filter(
      ({ rowId, episodeId }) => rowId === null && episodeId !== null && run.choices.comments,
    )
    counts.unchanged += rows.filter(({ rowId }) => rowId !== null).length
    counts.skipped += rows.filter(({ rowId, episodeId }) => rowId === null && episodeId === null).length
    const made = await insert(tx, fresh)
    counts.created += made.length
    for (const { thing } of made)
      if (thing.content.trim().length > MAX_CONTENT)
        remark(report, thing.author || "Commentaire", "commentaire coupé à 2\u00a0000 caractères")
    await rememberThings(
      tx,
      made.map(({ thing, digest, id }) => ({
        source: run.source,
        kind: "comment" as const,
        sourceId: thing.id,
        importId: run.id,
        target: "comment" as const,
        rowId: id,
        version: 1,
        digest,
      })),
    )
    await markDone(
      tx,
      run.id,
      "comment",
      rows.map(({ thing }) => thing.id),
    )
    return "more"
  })
}

/** Those whose parent is here, or nowhere. */
async function takeReady(tx: Transaction, run: Run) {
  const { rows } = await tx.execute<Row>(sql`
    select t.thing, t.digest, e.row_id as "episodeId", known.row_id as "rowId", coalesce(parent.parent_id, parent.id) as "parentId"
    from ${importThings} t
      left join ${importedThings} e on e.source = ${run.source} and e.kind = 'text' and e.source_id = t.thing ->> 'of' and e.target = 'episode'
        and exists (select from episodes where id = e.row_id)
      left join ${importedThings} known on known.source = ${run.source} and known.kind = 'comment' and known.source_id = t.source_id
      left join ${importedThings} p on p.source = ${run.source} and p.kind = 'comment' and p.source_id = t.thing ->> 'parent'
      left join ${comments} parent on parent.id = p.row_id and parent.episode_id = e.row_id
    where t.import_id = ${run.id} and t.kind = 'comment' and not t.is_done
      and not exists (select from ${importThings} before where before.import_id = t.import_id and before.kind = 'comment'
        and before.source_id = t.thing ->> 'parent' and before.source_id <> t.source_id and not before.is_done)
    order by t.position limit ${BATCH}`)
  return rows
}

/** @returns those that were not here already, word for word, with their ids */
async function insert(tx: Transaction, rows: Row[]) {
  if (rows.length === 0) return []
  // Known beforehand, so that each row is told from the others without asking for it.
  const { rows: ids } = await tx.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('comments', 'id'))::int as id from generate_series(1, ${rows.length})`)
  const numbered = rows.map((row, index) => ({ ...row, id: ids[index]?.id ?? 0 }))
  const inserted = await tx
    .insert(comments)
    .overridingSystemValue()
    .values(numbered.map(toComment))
    .onConflictDoNothing()
    .returning({ id: comments.id })
  const made = new Set(inserted.map(({ id }) => id))
  return numbered.filter(({ id }) => made.has(id))
}

function toComment({ id, thing, episodeId, parentId }: Row & { id: number }) {
  const email = thing.email?.trim().toLowerCase() ?? ""
  return {
    id,
    episodeId: episodeId ?? 0,
    parentId,
    isImported: true,
    authorName: oneLine(thing.author).slice(0, MAX_NAME).toWellFormed().trim() || "Anonyme",
    authorEmail: email.includes("@") && email.length >= 3 && email.length <= 255 ? email : null,
    content: thing.content.trim().slice(0, MAX_CONTENT).toWellFormed().trim() || "…",
    createdAt: thing.at === null ? new Date() : new Date(thing.at),
    status: thing.state,
    isApproved: thing.state === "visible",
  }
}
