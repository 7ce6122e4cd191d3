import { and, desc, eq, isNull, sql } from "drizzle-orm"
import type { RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { wakesJob } from "#app/db/wake-job.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { comments, newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { findCommentable } from "#app/podcast/episodes/episodes.server.ts"
import { areCommentsOpen } from "#app/podcast/episodes/open-comments.server.ts"
import { loadLinks } from "../newsletter/newsletter-links.server.ts"
import { CONSENT } from "../newsletter/newsletter.copy.ts"
import { mayAskCommenter, subscribeCommenter } from "../newsletter/subscriptions.server.ts"
import { findBan } from "./bans.server.ts"
import { cursorAt } from "./comments.server.ts"
import { COMMENTS_PER_PAGE, type NewComment, REPLIES_SHOWN } from "./comments.schema.ts"
import { findLinks } from "./text-links.ts"

/** How often one address may comment. */
export function commentRateLimits(): RateLimit[] {
  const { commentsPerHour } = siteSettings().rules
  return [
    { name: "comment-minute", points: Math.min(5, commentsPerHour), seconds: 60 },
    { name: "comment-hour", points: commentsPerHour, seconds: 3_600 },
  ]
}

/** How posting a comment ended. `pending`: it waits for a moderator; `no-parent`: what it replies to is not there. */
export type Posted =
  | { outcome: "visible" | "pending"; id?: number }
  | { outcome: "missing" | "closed" | "no-parent"; id?: undefined }
  | { outcome: "blocked"; word?: string }

/**
 * Posts a comment, or a reply to one, on a published episode and subscribes its author to the newsletter, in one
 * transaction. The same words sent twice to the same place are one comment: the second one has no `id`.
 *
 * @param comment checked by `commentSchema`
 * @param author.isStaff who sends it is signed in as one of the team: an address alone, which anybody may type, shows nothing
 */
export async function postComment(
  episodeId: number,
  comment: NewComment,
  author: { isStaff: boolean },
): Promise<Posted> {
  const ban = await findBan(comment)
  if (ban) return { outcome: "blocked", word: ban.kind === "word" ? ban.value : undefined }
  const { name, email, content, parent } = comment
  const { newsletterConsent } = siteSettings().rules
  const subscribes = newsletterConsent === "automatic" || comment.newsletter
  const mayAsk = subscribes && (await mayAskCommenter(email))
  const links = await loadLinks()
  return db.transaction(async (tx): Promise<Posted> => {
    const episode = await findCommentable(episodeId, tx)
    if (!episode) return { outcome: "missing" }
    if (!areCommentsOpen(episode)) return { outcome: "closed" }
    if (parent !== null && !(await holdParent(tx, episodeId, parent))) return { outcome: "no-parent" }
    const status = (await mustWait(tx, comment, author)) ? "pending" : "visible"
    if (subscribes) {
      const wording = newsletterConsent === "automatic" ? CONSENT.comment : CONSENT.checkbox
      await subscribeCommenter(tx, { name, email, wording, mayAsk }, links)
    }
    // At the end: from here on its episode's counts are locked.
    const [inserted] = await tx
      .insert(comments)
      .values({ episodeId, parentId: parent, authorName: name, authorEmail: email, content, status })
      .onConflictDoNothing()
      // With the mails go those that tell hosts of it.
      .returning({ id: comments.id, woken: wakesJob("mails") })
    return { outcome: status, id: inserted?.id }
  })
}

/** Keeps what is replied to from being hidden or deleted meanwhile. @returns false when it is, or was never there */
async function holdParent(tx: Transaction, episodeId: number, id: number) {
  const [held] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.id, id),
        eq(comments.episodeId, episodeId),
        isNull(comments.parentId),
        eq(comments.status, "visible"),
      ),
    )
    .for("share")
  return held !== undefined
}

/**
 * All of visitors, or links by somebody of whom no moderator let a comment through, and who never followed a link mailed to the
 * address.
 */
async function mustWait(tx: Transaction, { email, content }: NewComment, author: { isStaff: boolean }) {
  const { moderation } = siteSettings().rules
  if (moderation === "none") return false
  if (moderation === "all") return !author.isStaff
  if (findLinks(content).every(({ href }) => !href)) return false
  const { rows } = await tx.execute(sql`
    select from ${comments} where author_email = ${email} and status = 'visible' and is_approved
    union all select from ${subscribers} where email = ${email} and confirmed_at is not null
    union all select from ${users} where email = ${email} and email_verified
    limit 1`)
  return rows.length === 0
}

/**
 * Where the newest reply to a comment is to be read: below it in the list, or (null) among so many that they have pages.
 *
 * @returns `after`: the cursor of the page that it is the last one of; null for the first
 */
export async function placeOfNewestReply(parentId: number) {
  const newest = await db
    .select({ id: comments.id, createdAt: comments.createdAt })
    .from(comments)
    .where(and(eq(comments.parentId, parentId), eq(comments.status, "visible")))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(COMMENTS_PER_PAGE + 1)
  const before = newest.at(COMMENTS_PER_PAGE)
  return { isInList: newest.length <= REPLIES_SHOWN, after: before ? cursorAt(before) : null }
}
