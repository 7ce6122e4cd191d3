import { and, eq } from "drizzle-orm"
import { actingId, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import { isThere } from "./remove-comments.server.ts"

/** What a comment that the podcast replies to says, or its own reply that is edited; undefined when there is none. */
export async function findForReply(id: number) {
  const [comment] = await db
    .select({
      id: comments.id,
      isPodcast: comments.isPodcast,
      authorName: comments.authorName,
      content: comments.content,
      status: comments.status,
      episodeTitle: episodes.title,
    })
    .from(comments)
    .innerJoin(episodes, eq(episodes.id, comments.episodeId))
    .where(and(eq(comments.id, id), isThere))
  return comment
}

/** `approved`: what it replies to waited for a moderator, and is to be seen now. */
type Replied = { outcome: "posted" | "missing" | "hidden"; approved?: boolean }

/**
 * Replies to a comment as the podcast, and approves what waited. A reply to a reply stands beside it. The same words sent
 * twice are one reply.
 */
export function replyAsPodcast(id: number, content: string) {
  return db.transaction(async (tx): Promise<Replied> => {
    const target = await hold(tx, id)
    if (!target || target.isPodcast) return { outcome: "missing" }
    if (target.status === "hidden") return { outcome: "hidden" }
    const approved = target.status === "pending"
    if (approved) await approve(tx, target)
    const { episodeId, title } = target
    const parentId = target.parentId ?? target.id
    const [posted] = await tx
      .insert(comments)
      .values({ episodeId, parentId, isPodcast: true, writtenBy: actingId(), authorName: "", content })
      .onConflictDoNothing()
      .returning({ id: comments.id })
    if (posted)
      await record(tx, { action: "reply", kind: "comment", id: posted.id, title, after: { content } })
    return { outcome: "posted", approved }
  })
}

/** `stale`: it says something else by now; `same`: another one says that already. */
type Edited = { outcome: "saved" | "missing" | "same" } | { outcome: "stale"; content: string }

/** @param was what it said when the form was filled */
export function editPodcastReply(id: number, { was, content }: { was: string; content: string }) {
  return db.transaction(async (tx): Promise<Edited> => {
    const reply = await hold(tx, id)
    if (!reply?.isPodcast) return { outcome: "missing" }
    const { title, parentId } = reply
    if (reply.content === content) return { outcome: "saved" }
    if (reply.content !== was) return { outcome: "stale", content: reply.content }
    const twin = await tx.$count(
      comments,
      and(eq(comments.parentId, parentId ?? 0), eq(comments.isPodcast, true), eq(comments.content, content)),
    )
    if (twin > 0) return { outcome: "same" }
    await tx.update(comments).set({ content }).where(eq(comments.id, id))
    const change = { before: { content: reply.content }, after: { content } }
    await record(tx, { action: "update", kind: "comment", id, title, ...change })
    return { outcome: "saved" }
  })
}

type Target = NonNullable<Awaited<ReturnType<typeof hold>>>

async function hold(tx: Transaction, id: number) {
  const [comment] = await tx
    .select({
      id: comments.id,
      parentId: comments.parentId,
      episodeId: comments.episodeId,
      isPodcast: comments.isPodcast,
      status: comments.status,
      content: comments.content,
      title: episodes.title,
    })
    .from(comments)
    .innerJoin(episodes, eq(episodes.id, comments.episodeId))
    .where(and(eq(comments.id, id), isThere))
    .for("update", { of: comments })
  return comment
}

async function approve(tx: Transaction, { id, title, status }: Target) {
  await tx.update(comments).set({ status: "visible", isApproved: true }).where(eq(comments.id, id))
  const change = { before: { status }, after: { status: "visible" } }
  await record(tx, { action: "approve", kind: "comment", id, title, ...change })
}
