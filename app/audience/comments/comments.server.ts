import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { comments, publicComments, episodeCounts } from "#app/db/schema/visitors.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { MAX_COUNTED_REPLIES } from "./comments.copy.ts"
import { COMMENTS_PER_PAGE, REPLIES_SHOWN } from "./comments.schema.ts"

export type CommentsPage = Awaited<ReturnType<typeof listComments>>
export type PublicComment = CommentsPage["comments"][number]
export type PublicReply = PublicComment["replies"][number]

/**
 * The comments of an episode that everybody may read, newest first, each with its first replies: the first page, or what is
 * older than a cursor.
 *
 * @param before a cursor that an earlier page gave; one that is none counts as absent
 * @returns `total`: how many there are on all pages, with replies; `older`: the cursor for the next page, or null at the end
 */
export async function listComments(episodeId: number, before: string | null) {
  const cursor = parseCursor(before)
  const rows = cursor
    ? await olderStatement().execute({ episodeId, ...cursor })
    : await newestStatement().execute({ episodeId })
  const threads = toThreads(rows, REPLIES_SHOWN)
  const shown = threads.slice(0, COMMENTS_PER_PAGE)
  const last = shown.at(-1)
  return {
    comments: shown,
    total: rows[0]?.total ?? 0,
    older: threads.length > shown.length && last ? cursorAt(last) : null,
    isFirstPage: !cursor,
    /** The comment that alone is shown, with its replies. */
    threadId: null as number | null,
  }
}

/**
 * One comment of an episode with a page of its replies, oldest first; undefined when there is nothing to be seen of it.
 *
 * @param after a cursor that an earlier page gave; one that is none counts as absent
 */
export async function findThread(episodeId: number, id: number, after: string | null) {
  const cursor = parseCursor(after)
  const rows = await threadStatement().execute({ episodeId, thread: id, ...(cursor ?? { ms: 0, id: 0 }) })
  const [thread] = toThreads(rows, COMMENTS_PER_PAGE)
  if (!thread) return undefined
  const page: CommentsPage = {
    comments: [thread],
    total: rows[0]?.total ?? 0,
    older: null,
    isFirstPage: !cursor,
    threadId: id,
  }
  return page
}

/** Where there is nothing to be seen. */
export const NO_COMMENTS: CommentsPage = {
  comments: [],
  total: 0,
  older: null,
  isFirstPage: true,
  threadId: null,
}

/** The comment that a reply is to be written to; undefined where nobody can reply to it (any more). */
export async function findParent(episodeId: number, id: number) {
  const [parent] = await db
    .select({ id: publicComments.id, authorName: publicComments.authorName, content: publicComments.content })
    .from(publicComments)
    .where(
      and(
        eq(publicComments.id, id),
        eq(publicComments.episodeId, episodeId),
        isNull(publicComments.parentId),
      ),
    )
  return parent?.content ? { ...parent, content: parent.content } : undefined
}

/** The cursor after (or before) a comment: its time in milliseconds, and its identifier. */
export function cursorAt({ createdAt, id }: { createdAt: Date; id: number }) {
  return `${createdAt.getTime()}-${id}`
}

function parseCursor(cursor: string | null) {
  const [, ms, digits = ""] = /^(\d{1,14})-(\d+)$/.exec(cursor ?? "") ?? []
  const id = parseId(digits)
  return ms && id ? { ms: Number(ms), id } : undefined
}

const ofEpisode = eq(publicComments.episodeId, sql.placeholder("episodeId"))
const cursor = sql`(to_timestamp(${sql.placeholder("ms")}::float8 / 1000)::timestamptz(3), ${sql.placeholder("id")}::int)`

/** Comments, each as many times as it has replies here. */
function selectThreads(which: SQL | undefined, limit: number, replyLimit: number, after?: SQL) {
  const page = db
    .select({
      id: publicComments.id,
      authorName: publicComments.authorName,
      content: publicComments.content,
      createdAt: publicComments.createdAt,
      total: episodeCounts.comments,
    })
    .from(publicComments)
    .innerJoin(episodeCounts, eq(episodeCounts.episodeId, publicComments.episodeId))
    .where(and(ofEpisode, isNull(publicComments.parentId), which))
    .orderBy(desc(publicComments.createdAt), desc(publicComments.id))
    .limit(limit)
    .as("page")
  // The same view once more, under another name.
  const reply = db
    .select({
      id: publicComments.id,
      parentId: publicComments.parentId,
      isPodcast: publicComments.isPodcast,
      authorName: sql<string>`${publicComments.authorName}`.as("reply_author_name"),
      content: sql<string | null>`${publicComments.content}`.as("reply_content"),
      createdAt: publicComments.createdAt,
    })
    .from(publicComments)
    .as("reply")
  const replies = db
    .select()
    .from(reply)
    .where(and(eq(reply.parentId, page.id), after && sql`(${reply.createdAt}, ${reply.id}) > ${after}`))
    .orderBy(asc(reply.createdAt), asc(reply.id))
    .limit(replyLimit)
    .as("replies")
  return db
    .select({
      id: page.id,
      authorName: page.authorName,
      content: page.content,
      createdAt: page.createdAt,
      total: page.total,
      replyCount: sql<number>`(select count(*)::int from (
        select from ${comments} counted where counted.parent_id = ${page.id} and counted.status = 'visible'
        limit ${sql.raw(String(MAX_COUNTED_REPLIES + 1))}) counted)`,
      reply: {
        id: replies.id,
        isPodcast: replies.isPodcast,
        authorName: replies.authorName,
        content: replies.content,
        createdAt: replies.createdAt,
      },
    })
    .from(page)
    .leftJoinLateral(replies, sql`true`)
    .orderBy(desc(page.createdAt), desc(page.id), asc(replies.createdAt), asc(replies.id))
}

const newestStatement = preparedOnce(() =>
  selectThreads(undefined, COMMENTS_PER_PAGE + 1, REPLIES_SHOWN + 1).prepare("comments"),
)

const olderStatement = preparedOnce(() =>
  selectThreads(
    sql`(${publicComments.createdAt}, ${publicComments.id}) < ${cursor}`,
    COMMENTS_PER_PAGE + 1,
    REPLIES_SHOWN + 1,
  ).prepare("older_comments"),
)

const threadStatement = preparedOnce(() =>
  selectThreads(eq(publicComments.id, sql.placeholder("thread")), 1, COMMENTS_PER_PAGE + 1, cursor).prepare(
    "comment_thread",
  ),
)

type Row = Awaited<ReturnType<ReturnType<typeof newestStatement>["execute"]>>[number]

/** @param most how many replies each shows; one more was asked for, to know whether there are more */
function toThreads(rows: Row[], most: number) {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) => {
    const [first] = ofOne
    if (!first) return []
    const { id, authorName, content, createdAt, replyCount } = first
    const replies = ofOne.flatMap(({ reply }) =>
      reply?.content ? [{ ...reply, content: reply.content }] : [],
    )
    const shown = replies.slice(0, most)
    const last = shown.at(-1)
    const more = replies.length > shown.length && last ? cursorAt(last) : null
    return [{ id, authorName, content, createdAt, replyCount, replies: shown, more }]
  })
}
