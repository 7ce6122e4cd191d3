import { and, count, desc, eq, inArray, max, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { contains } from "#app/db/search.server.ts"
import { comments } from "#app/db/visitors-schema.server.ts"
import { addBlock } from "./blocks.server.ts"

export type CommentStatus = (typeof comments.status.enumValues)[number]

type View = {
  /** A literal substring of name or text; empty for all. */
  search: string
  episodeId?: number
  status?: CommentStatus
}

const searchable = sql`searchable(${comments.authorName} || E'\\n' || ${comments.content})`

const matching = ({ search, episodeId, status }: View) =>
  and(
    search ? contains(searchable, search) : undefined,
    episodeId === undefined ? undefined : eq(comments.episodeId, episodeId),
    status && eq(comments.status, status),
  )

/** Comments across all episodes, newest first, without their authors' addresses: those are sent to no browser. */
export function listAllComments({ limit, offset, ...view }: View & { limit: number; offset: number }) {
  return db
    .select({
      id: comments.id,
      authorName: comments.authorName,
      content: comments.content,
      status: comments.status,
      createdAt: comments.createdAt,
      episodeId: comments.episodeId,
      episodeTitle: episodes.title,
    })
    .from(comments)
    .innerJoin(episodes, eq(episodes.id, comments.episodeId))
    .where(matching(view))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(limit)
    .offset(offset)
}

/** How many comments `listAllComments` would go through. */
export async function countAllComments(view: View) {
  const [row] = await db.select({ total: count() }).from(comments).where(matching(view))
  return row?.total ?? 0
}

/** How many comments wait for a moderator. */
export function countPendingComments() {
  return db.$count(comments, eq(comments.status, "pending"))
}

/** The episodes that were commented on last, to choose from. @param limit how many at most */
export function listCommentedEpisodes(limit: number) {
  return db
    .select({ id: episodes.id, title: episodes.title })
    .from(comments)
    .innerJoin(episodes, eq(episodes.id, comments.episodeId))
    .groupBy(episodes.id, episodes.title)
    .orderBy(desc(max(comments.createdAt)), desc(episodes.id))
    .limit(limit)
}

/** Shows comments, or hides them without deleting them. @returns how many there were of them */
export async function setCommentsStatus(ids: number[], status: "visible" | "hidden") {
  const changed = await db
    .update(comments)
    .set({ status })
    .where(inArray(comments.id, ids))
    .returning({ id: comments.id })
  return changed.length
}

/** Deletes comments for good. @returns how many there were of them */
export async function deleteComments(ids: number[]) {
  const deleted = await db.delete(comments).where(inArray(comments.id, ids)).returning({ id: comments.id })
  return deleted.length
}

/** Deletes every comment by who wrote this one, told by the address. @returns how many */
export async function deleteCommentsOfAuthor(id: number) {
  const author = db.select({ email: comments.authorEmail }).from(comments).where(eq(comments.id, id))
  const deleted = await db
    .delete(comments)
    .where(inArray(comments.authorEmail, author))
    .returning({ id: comments.id })
  return deleted.length
}

/** Lets who wrote this comment post no more, told by the address. @returns false when that cannot be done */
export async function blockAuthor(id: number) {
  const [author] = await db.select({ email: comments.authorEmail }).from(comments).where(eq(comments.id, id))
  return author !== undefined && addBlock("email", author.email)
}
