import { and, desc, eq, inArray, lt, max, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { whereSince } from "#app/content/lists/content-rows.server.ts"
import { type Asked, listedRows, type ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { containsWords } from "#app/db/search.server.ts"
import { hasWords } from "#app/kit/lib/search-words.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { addBan } from "./bans.server.ts"
import { nameOf } from "./comment-name.ts"
import { COMMENTS } from "./moderation-list.ts"
import { RECENT_COMMENTS, STATES } from "./moderation.copy.ts"
import { deedOn, holdComments, idsOf, isThere } from "./remove-comments.server.ts"

export type CommentStatus = Exclude<(typeof comments.status.enumValues)[number], "removed">

/** What no index can find is looked for among the newest only. */
const containsAmongNewest = (search: string) => sql`${comments.id} in (
  select id from (
    select id, search_text from ${comments} order by created_at desc, id desc limit ${RECENT_COMMENTS}
  ) as newest where ${containsWords(sql`search_text`, search)})`

const containsText = (search: string) =>
  hasWords(search) ? containsWords(comments.searchText, search) : containsAmongNewest(search)

const parent = alias(comments, "parent")

export const commentRows = listedRows(COMMENTS, {
  table: comments,
  title: sql`coalesce(nullif(${comments.authorName}, ''), 'Le podcast')`,
  always: () => isThere,
  search: containsText,
  filters: {
    etat: (state) => {
      const status = STATES.find(({ value }) => value === state)?.status
      return status && eq(comments.status, status)
    },
    episode: (episode) => eq(comments.episodeId, parseId(episode) ?? 0),
    periode: whereSince(comments.createdAt),
  },
  sorts: {
    date: { index: [comments.createdAt] },
    nom: { row: sql`searchable(${comments.authorName})` },
  },
})

/** How many comments the list finds, and how many are not visible. */
export async function measureComments(asked: Asked, most: number) {
  const counted = (status: CommentStatus) =>
    sql`(select count(*)::int from ${comments} where ${eq(comments.status, status)})`
  const { others, ...measured } = await commentRows.measure(asked, most, {
    pending: counted("pending"),
    hidden: counted("hidden"),
  })
  const states = STATES.map(({ value, status }) => [value, others[status] ?? null])
  return { ...measured, states: Object.fromEntries(states) as Record<string, number | null> }
}

/** All comments that the list finds, the newest first. */
export function readComments(asked: Asked) {
  return commentRows.read(
    {
      authorName: comments.authorName,
      isPodcast: comments.isPodcast,
      content: comments.content,
      // What was removed is not among them.
      status: sql<CommentStatus>`${comments.status}`,
      createdAt: comments.createdAt,
      episodeTitle: sql<string>`(select title from ${episodes} where ${episodes.id} = ${comments.episodeId})`,
    },
    asked,
  )
}

/** Comments across all episodes, without their authors' addresses: those are sent to no browser. */
export function listAllComments(options: ListOptions) {
  const page = commentRows.page(options)
  return db
    .select({
      id: comments.id,
      authorName: comments.authorName,
      content: comments.content,
      // What was removed is not among them.
      status: sql<CommentStatus>`${comments.status}`,
      createdAt: comments.createdAt,
      episodeId: comments.episodeId,
      episodeTitle: episodes.title,
      isPodcast: comments.isPodcast,
      isReply: sql<boolean>`${comments.parentId} is not null`,
      /** Null where what it replies to was removed. */
      repliesTo: sql<string | null>`nullif(${parent.authorName}, '')`,
      isAnswered: sql<boolean>`exists (select from ${comments} answer
        where answer.parent_id = ${comments.id} and answer.is_podcast)`,
    })
    .from(page)
    .innerJoin(comments, eq(comments.id, page.id))
    .innerJoin(episodes, eq(episodes.id, comments.episodeId))
    .leftJoin(parent, eq(parent.id, comments.parentId))
    .orderBy(...commentRows.orderBy(options))
}

/** Those of these comments that exist, newest first, without their authors' addresses. */
export async function findComments(ids: number[]) {
  const found = await db
    .select({ id: comments.id, authorName: comments.authorName, isPodcast: comments.isPodcast })
    .from(comments)
    .where(and(inArray(comments.id, ids), isThere))
    .orderBy(...commentRows.orderBy({}))
  const { name } = siteSettings().podcast
  return found.map((comment) => ({ id: comment.id, authorName: nameOf(comment, name) }))
}

/**
 * How many comments wait for a moderator, and how many visible ones came since somebody looked at the list, each counted up to
 * `most`.
 */
export function commentsToSee(userId: string, most: number) {
  const seen = sql`(select comments_seen_at from ${users} where id = ${userId})`
  return {
    pendingComments: sql`(select count(*)::int from (
      select from ${comments} where status = 'pending' limit ${most}) as pending)`,
    newComments: sql`(select count(*)::int from (
      select from ${comments} where status = 'visible' and not is_podcast and created_at > ${seen}
      order by created_at desc, id desc limit ${most}) as fresh)`,
  }
}

/** Notes that somebody has looked at the comments up to this one's time. */
export async function noteCommentsSeen(userId: string, upTo: Date) {
  await db
    .update(users)
    .set({ commentsSeenAt: upTo })
    .where(and(eq(users.id, userId), lt(users.commentsSeenAt, upTo)))
}

/** Of so many comments, the newest, the episodes are looked at. */
const LAST_COMMENTS = 1_000

/** The episodes that were commented on last, to choose from. @param limit how many at most */
export function listCommentedEpisodes(limit: number) {
  const recent = db
    .select({ episodeId: comments.episodeId, createdAt: comments.createdAt })
    .from(comments)
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(LAST_COMMENTS)
    .as("recent")
  return db
    .select({ id: episodes.id, title: episodes.title })
    .from(recent)
    .innerJoin(episodes, eq(episodes.id, recent.episodeId))
    .groupBy(episodes.id, episodes.title)
    .orderBy(desc(max(recent.createdAt)), desc(episodes.id))
    .limit(limit)
}

/** Shows comments, or hides them without deleting them. @returns how many there were of them */
export function setCommentsStatus(ids: number[], status: "visible" | "hidden") {
  return db.transaction(async (tx) => {
    const found = await holdComments(tx, inArray(comments.id, ids))
    const changed = found.filter((comment) => comment.status !== status)
    if (changed.length > 0)
      await tx
        .update(comments)
        .set({ status, isApproved: status === "visible" })
        .where(inArray(comments.id, idsOf(changed)))
    const action = status === "visible" ? "approve" : "hide"
    await record(
      tx,
      ...changed.map((comment) => ({ ...deedOn(comment), action, after: { status } }) satisfies AuditEntry),
    )
    return found.length
  })
}

/** Lets who wrote this comment post no more, told by the address. @returns false when that cannot be done */
export async function banAuthor(id: number) {
  const [author] = await db.select({ email: comments.authorEmail }).from(comments).where(eq(comments.id, id))
  return typeof author?.email === "string" && addBan("email", author.email)
}
