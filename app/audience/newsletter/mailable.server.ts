import { and, isNotNull, isNull, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import type { LetterTopic } from "#app/kit/lib/letters.ts"

/** Who may be sent a letter on this topic: confirmed, not unsubscribed since, not refused by mail servers, and wants it. */
export function whereMailable(topic: LetterTopic) {
  return and(
    isNotNull(subscribers.confirmedAt),
    isNull(subscribers.unsubscribedAt),
    isNull(subscribers.suppressedAt),
    sql`${topic} = any(${subscribers.topics})`,
  )
}

/** How many people a letter on this topic would reach now. */
export function countMailable(topic: LetterTopic) {
  return db.$count(subscribers, whereMailable(topic))
}
