import { inArray, sql } from "drizzle-orm"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { importedThings, importThings } from "#app/db/schema/imports.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import type { ImportReport } from "#app/kit/lib/imports.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import {
  knownThings,
  markDone,
  remark,
  rememberThings,
  type Run,
  step,
  takeThings,
  writeEach,
} from "./run.server.ts"
import type { CommentThing } from "./things.ts"

/** Visitors who write on the same episode meanwhile wait for it. */
const BATCH = 200
const MAX_NAME = 100
const MAX_CONTENT = 2_000
/** Of replies to replies: WordPress shows ten. */
const MAX_HEIGHT = 50

type Row = {
  thing: CommentThing
  digest: string
  sourceId: string
  position: number
  isKnown: boolean
  episodeId: number | null
  parentId: number | null
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
      let rows = await takeSome(tx, run, { after, areReplies })
      if (rows.length === 0 && !areReplies) {
        areReplies = true
        rows = await takeSome(tx, run, { after: 0, areReplies })
      }
      const last = rows.at(-1)
      if (!last) return "done"
      after = last.position
      const counts = report.targets.comment
      const fresh = rows.filter(({ isKnown }) => !isKnown)
      const welcome = fresh.filter(({ episodeId }) => episodeId !== null)
      counts.unchanged += rows.length - fresh.length
      counts.skipped += fresh.length - welcome.length
      const write = (inner: Transaction, some: Row[]) => writeComments(inner, run, some, report)
      await writeEach(tx, report, run.choices.comments ? welcome : [], write, "comment")
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

type Place = { after: number; areReplies: boolean }

/** The next ones that are left, each with what is here of it and around it. */
async function takeSome(tx: Transaction, run: Run, { after, areReplies }: Place): Promise<Row[]> {
  const isNoReply = sql`not exists (select from ${importThings} above
    where above.import_id = ${run.id} and above.kind = 'comment'
      and above.source_id = ${importThings}.thing ->> 'parent' and above.source_id <> ${importThings}.source_id)`
  const condition = areReplies ? undefined : isNoReply
  const taken = await takeThings<CommentThing>(tx, run.id, "comment", { after, limit: BATCH, condition })
  const above = taken.flatMap(({ thing: { id, parent } }) => (parent === null || parent === id ? [] : parent))
  const ids = taken.map(({ sourceId }) => sourceId)
  const episodeIds = await findEpisodes(tx, run, taken)
  const known = await knownThings(tx, run.source, "comment", ids)
  const threads = await findThreads(tx, run, above)
  return taken.map(({ thing, ...rest }) => {
    const episodeId = episodeIds.get(thing.of) ?? null
    const thread = threads.get(thing.parent ?? "")
    return {
      ...rest,
      thing,
      episodeId,
      isKnown: known.has(thing.id),
      // Who replies to a comment on another text begins a thread.
      parentId: thread?.episodeId === episodeId ? (thread?.id ?? null) : null,
    }
  })
}

async function findEpisodes(tx: Transaction, run: Run, taken: { thing: CommentThing }[]) {
  const texts = await knownThings(tx, run.source, "text", [...new Set(taken.map(({ thing }) => thing.of))])
  const ids = [...texts.values()].flatMap(({ target, rowId }) => (target === "episode" ? rowId : []))
  const rows = await tx.select({ id: episodes.id }).from(episodes).where(inArray(episodes.id, ids))
  const here = new Set(rows.map(({ id }) => id))
  return new Map(
    [...texts].flatMap(([id, { target, rowId }]) =>
      target === "episode" && here.has(rowId) ? [[id, rowId] as const] : [],
    ),
  )
}

/** What comments reply to that the files have. */
async function findParents(tx: Transaction, run: Run, ids: string[]) {
  const { rows } = await tx.execute<{ id: string; parent: string | null }>(sql`
    select source_id as id, thing ->> 'parent' as parent from ${importThings}
    where import_id = ${run.id} and kind = 'comment' and source_id = any(${sql.param(ids)}::text[])`)
  return new Map(rows.map(({ id, parent }) => [id, parent]))
}

/**
 * By comments, the threads that they belong to: that of the nearest one above, itself included, that is here. What is above itself, or
 * too far below, has none.
 */
async function findThreads(tx: Transaction, run: Run, ids: string[]) {
  type Thread = { id: number; episodeId: number }
  const threads = new Map<string, Thread>()
  let lines = ids.map((id) => ({ id, at: id }))
  for (let height = 0; height < MAX_HEIGHT && lines.length > 0; height += 1) {
    const looked = [...new Set(lines.map(({ at }) => at))]
    const { rows } = await tx.execute<Thread & { at: string }>(sql`
      select i.source_id as at, coalesce(c.parent_id, c.id) as id, c.episode_id as "episodeId"
      from ${importedThings} i join ${comments} c on c.id = i.row_id
      where i.source = ${run.source} and i.kind = 'comment' and i.source_id = any(${sql.param(looked)}::text[])`)
    const here = new Map(rows.map(({ at, ...thread }) => [at, thread]))
    for (const { id, at } of lines) {
      const thread = here.get(at)
      if (thread) threads.set(id, thread)
    }
    const left = lines.filter(({ at }) => !here.has(at))
    const parents = await findParents(tx, run, [...new Set(left.map(({ at }) => at))])
    lines = left.flatMap(({ id, at }) => {
      const parent = parents.get(at)
      return parent === null || parent === undefined ? [] : [{ id, at: parent }]
    })
  }
  return threads
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
