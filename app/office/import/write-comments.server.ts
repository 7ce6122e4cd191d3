import { sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { importedThings, importThings } from "#app/db/schema/imports.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import type { ImportReport } from "#app/kit/lib/imports.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { markDone, remark, rememberThings, type Run, step, writeEach } from "./run.server.ts"
import type { CommentThing } from "./things.ts"

const BATCH = 500
const MAX_NAME = 100
const MAX_CONTENT = 2_000
/** Of replies to replies: WordPress shows ten. */
const MAX_HEIGHT = 50

type Row = {
  thing: CommentThing
  digest: string
  sourceId: string
  position: number
  episodeId: number | null
  rowId: number | null
  parentId: number | null
  isReply: boolean
}

/**
 * Makes comments of an import's, some at each call: those on episodes, with their times and states. Those that reply to nothing come
 * first, wherever their files have them; then replies, which are replies to the first of theirs, as here.
 */
export function createCommentWriter(run: Run) {
  let after = 0
  let areReplies = false
  return () =>
    step(run, async (tx, report) => {
      const taken = await takeSome(tx, run, after)
      const last = taken.at(-1)
      if (!last && areReplies) return "done"
      after = last?.position ?? 0
      areReplies ||= !last
      const rows = taken.filter(({ isReply }) => areReplies || !isReply)
      const counts = report.targets.comment
      const isFresh = ({ rowId, episodeId }: Row) =>
        rowId === null && episodeId !== null && run.choices.comments
      counts.unchanged += rows.filter(({ rowId }) => rowId !== null).length
      counts.skipped += rows.filter(({ rowId, episodeId }) => rowId === null && episodeId === null).length
      const write = (inner: Transaction, some: Row[]) => writeComments(inner, run, some, report)
      await writeEach(tx, report, rows.filter(isFresh), write, "comment")
      const ids = rows.map(({ sourceId }) => sourceId)
      await markDone(tx, run.id, "comment", ids)
      return "more"
    })
}

async function writeComments(tx: Transaction, run: Run, rows: Row[], report: ImportReport) {
  const made = await insert(tx, rows)
  report.targets.comment.created += made.length
  // Word for word what is here already.
  report.targets.comment.unchanged += rows.length - made.length
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
}

/**
 * The next ones that are left, each with the thread that it belongs to: that of the nearest comment above it that is here. One that is
 * above itself, or too far below, begins its own.
 */
async function takeSome(tx: Transaction, run: Run, after: number) {
  const { rows } = await tx.execute<Row>(sql`
    select t.thing, t.digest, t.source_id as "sourceId", t.position::float8, e.row_id as "episodeId", known.row_id as "rowId",
      thread.id as "parentId", above.source_id is not null as "isReply"
    from (select * from ${importThings}
        where import_id = ${run.id} and kind = 'comment' and not is_done and position > ${after}
        order by position limit ${BATCH}) t
      left join ${importedThings} e on e.source = ${run.source} and e.kind = 'text' and e.source_id = t.thing ->> 'of' and e.target = 'episode'
        and exists (select from episodes where id = e.row_id)
      left join ${importedThings} known on known.source = ${run.source} and known.kind = 'comment' and known.source_id = t.source_id
      left join ${importThings} above on above.import_id = ${run.id} and above.kind = 'comment'
        and above.source_id = t.thing ->> 'parent' and above.source_id <> t.source_id
      left join lateral (
        with recursive line as (
          select t.thing ->> 'parent' as id, 1 as height
          union all
          select b.thing ->> 'parent', height + 1 from line
            join ${importThings} b on b.import_id = ${run.id} and b.kind = 'comment' and b.source_id = line.id
          where height < ${MAX_HEIGHT}
            and not exists (select from ${importedThings} where source = ${run.source} and kind = 'comment' and source_id = line.id))
        select coalesce(c.parent_id, c.id) as id from line
          join ${importedThings} i on i.source = ${run.source} and i.kind = 'comment' and i.source_id = line.id
          join ${comments} c on c.id = i.row_id and c.episode_id = e.row_id
        order by height limit 1) thread on true
    order by t.position`)
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
