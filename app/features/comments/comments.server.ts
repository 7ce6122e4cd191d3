import { and, desc, eq, sql } from "drizzle-orm"
import { db, preparedOnce, type Transaction } from "#app/db/client.server.ts"
import { comments, publicComments, episodeCounts } from "#app/db/schema/visitors.server.ts"
import { parseId } from "#app/lib/numbers.ts"
import { findCommentable } from "../episodes/episodes.server.ts"
import type { RateLimit } from "../limits/rate-limits.server.ts"
import { wakeMailer } from "../mail/mail-queue.server.ts"
import { loadLinks } from "../newsletter/newsletter-links.server.ts"
import { CONSENT } from "../newsletter/newsletter.copy.ts"
import { subscribeCommenter } from "../newsletter/subscriptions.server.ts"
import { siteSettings } from "../settings/site-settings.server.ts"
import { findBan } from "./bans.server.ts"
import { areCommentsOpen } from "./open-comments.server.ts"
import { COMMENTS_PER_PAGE, type NewComment } from "./comments.schema.ts"
import { findLinks } from "./text-links.ts"

/** How often one address may comment. */
export function commentRateLimits(): RateLimit[] {
  const { commentsPerHour } = siteSettings().rules
  return [
    { name: "comment-minute", points: Math.min(5, commentsPerHour), seconds: 60 },
    { name: "comment-hour", points: commentsPerHour, seconds: 3_600 },
  ]
}

export type PublicComment = Awaited<ReturnType<typeof listComments>>["comments"][number]

/**
 * The comments of an episode that everybody may read, newest first: the first page, or what is older than a cursor.
 *
 * @param before a cursor that an earlier page gave; one that is none counts as absent
 * @returns `total`: how many there are on all pages; `older`: the cursor for the next page, or null at the end
 */
export async function listComments(episodeId: number, before: string | null) {
  const cursor = parseCursor(before)
  const rows = cursor
    ? await olderStatement().execute({ episodeId, ...cursor })
    : await newestStatement().execute({ episodeId })
  const shown = rows.slice(0, COMMENTS_PER_PAGE)
  const last = shown.at(-1)
  return {
    comments: shown.map(({ total: _total, ...comment }) => comment),
    total: last?.total ?? 0,
    older: rows.length > shown.length && last ? `${last.createdAt.getTime()}-${last.id}` : null,
    isFirstPage: !cursor,
  }
}

const ofEpisode = eq(publicComments.episodeId, sql.placeholder("episodeId"))

const selectPublic = () =>
  db
    .select({
      id: publicComments.id,
      authorName: publicComments.authorName,
      content: publicComments.content,
      createdAt: publicComments.createdAt,
      total: episodeCounts.comments,
    })
    .from(publicComments)
    .innerJoin(episodeCounts, eq(episodeCounts.episodeId, publicComments.episodeId))
    .orderBy(desc(publicComments.createdAt), desc(publicComments.id))
    .limit(COMMENTS_PER_PAGE + 1)

const newestStatement = preparedOnce(() => selectPublic().where(ofEpisode).prepare("comments"))

const olderStatement = preparedOnce(() =>
  selectPublic()
    .where(
      and(
        ofEpisode,
        sql`(${publicComments.createdAt}, ${publicComments.id}) <
          (to_timestamp(${sql.placeholder("ms")}::float8 / 1000)::timestamptz(3), ${sql.placeholder("id")}::int)`,
      ),
    )
    .prepare("older_comments"),
)

function parseCursor(cursor: string | null) {
  const [, ms, digits = ""] = /^(\d{1,14})-(\d+)$/.exec(cursor ?? "") ?? []
  const id = parseId(digits)
  return ms && id ? { ms: Number(ms), id } : undefined
}

/** How posting a comment ended. `pending`: it waits for a moderator. */
export type Posted =
  { outcome: "visible" | "pending" | "missing" | "closed" } | { outcome: "blocked"; word?: string }

/**
 * Posts a comment on a published episode and subscribes its author to the newsletter, in one transaction. The same
 * words sent twice are one comment.
 *
 * @param comment checked by `commentSchema`
 */
export async function postComment(episodeId: number, comment: NewComment): Promise<Posted> {
  const ban = await findBan(comment)
  if (ban) return { outcome: "blocked", word: ban.kind === "word" ? ban.value : undefined }
  const { name, email, content } = comment
  const links = await loadLinks()
  const posted = await db.transaction(async (tx): Promise<Posted> => {
    const episode = await findCommentable(episodeId, tx)
    if (!episode) return { outcome: "missing" }
    if (!areCommentsOpen(episode)) return { outcome: "closed" }
    const status = (await mustWait(tx, comment)) ? "pending" : "visible"
    if (siteSettings().rules.newsletterConsent === "automatic" || comment.newsletter) {
      const wording =
        siteSettings().rules.newsletterConsent === "automatic" ? CONSENT.comment : CONSENT.checkbox
      await subscribeCommenter(tx, { name, email, wording }, links)
    }
    // At the end: from here on its episode's counts are locked.
    await tx
      .insert(comments)
      .values({ episodeId, authorName: name, authorEmail: email, content, status })
      .onConflictDoNothing()
    return { outcome: status }
  })
  wakeMailer()
  return posted
}

/** Links, by somebody who has no visible comment yet. */
async function mustWait(tx: Transaction, { email, content }: NewComment) {
  if (siteSettings().rules.moderation === "none" || findLinks(content).every(({ href }) => !href))
    return false
  const [known] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.authorEmail, email), eq(comments.status, "visible")))
    .limit(1)
  return known === undefined
}
