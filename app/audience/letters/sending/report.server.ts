import { and, eq, gte, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterRecipients as recipients, letters } from "#app/db/schema/letters.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { countByState } from "./progress.server.ts"
import { explainRefusal } from "./refusal.copy.ts"
import { isOpenQuestion } from "./transitions.server.ts"

/** So long after it, who unsubscribes is counted as having done so because of the letter. */
const AFTER = sql`interval '7 days'`

/** What came of a letter; undefined where its sending has not begun. */
export async function letterReport(id: number) {
  const [letter] = await db
    .select({ state: letters.state, publishedAt: letters.publishedAt, endedAt: letters.endedAt })
    .from(letters)
    .where(eq(letters.id, id))
  if (!letter?.publishedAt) return undefined
  const [counts, openQuestions, refusals, unsubscribed] = await Promise.all([
    countByState(id),
    db.$count(recipients, isOpenQuestion(id)),
    refusalsOf(id),
    countUnsubscribed(id, letter.publishedAt, letter.endedAt),
  ])
  return {
    ...letter,
    counts,
    openQuestions,
    /** In words, the most frequent first. */
    refusals,
    /** Within a week after their mail. */
    unsubscribed,
  }
}

async function refusalsOf(id: number) {
  const rows = await db
    .select({ failure: recipients.failure, count: sql<number>`count(*)::int` })
    .from(recipients)
    .where(and(eq(recipients.letterId, id), eq(recipients.state, "refused")))
    .groupBy(recipients.failure)
  const byReason = new Map<string, number>()
  for (const { failure, count } of rows as { failure: MailFailure | null; count: number }[]) {
    const reason = explainRefusal(failure)
    byReason.set(reason, (byReason.get(reason) ?? 0) + count)
  }
  return [...byReason].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

async function countUnsubscribed(id: number, publishedAt: Date, endedAt: Date | null) {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(recipients)
    .innerJoin(subscribers, eq(subscribers.id, recipients.subscriberId))
    .where(
      and(
        eq(recipients.letterId, id),
        eq(recipients.state, "sent"),
        // By an index: few of all that there are.
        gte(subscribers.unsubscribedAt, publishedAt),
        sql`${subscribers.unsubscribedAt} < coalesce(${endedAt?.toISOString() ?? null}::timestamptz, now()) + ${AFTER}`,
        gte(subscribers.unsubscribedAt, recipients.endedAt),
        sql`${subscribers.unsubscribedAt} < ${recipients.endedAt} + ${AFTER}`,
      ),
    )
  return found?.count ?? 0
}
