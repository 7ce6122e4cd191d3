import { and, inArray, isNull, sql } from "drizzle-orm"
import { type Deed, record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { formatLongTime } from "#app/lib/dates.ts"

/** What the log tells of a subscriber: not who it is. */
const told = { id: subscribers.id, createdAt: subscribers.createdAt }
type Told = { id: number; createdAt: Date }

/**
 * Ends subscriptions for people who asked the hosts to. As with their own link, the address stays known, so that no comment
 * subscribes it again, but not the name.
 *
 * @returns how many there were of them
 */
export function unsubscribeSubscribers(ids: number[]) {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(subscribers)
      .set({ name: "", unsubscribedAt: sql`now()` })
      .where(and(inArray(subscribers.id, ids), isNull(subscribers.unsubscribedAt)))
      .returning(told)
    await record(
      tx,
      ...ended.map((row) => ({
        ...deedOn(row),
        action: "update" as const,
        before: { isSubscribed: true },
        after: { isSubscribed: false },
      })),
    )
    return ended.length
  })
}

/** Erases subscribers for good. @returns how many there were of them */
export function deleteSubscribers(ids: number[]) {
  return db.transaction(async (tx) => {
    const deleted = await tx.delete(subscribers).where(inArray(subscribers.id, ids)).returning(told)
    await record(tx, ...deleted.map((row) => ({ ...deedOn(row), action: "delete" as const })))
    return deleted.length
  })
}

function deedOn({ id, createdAt }: Told) {
  return {
    kind: "subscriber",
    id,
    title: `inscrit le ${formatLongTime(createdAt)}`,
  } as const satisfies Omit<Deed, "action">
}
