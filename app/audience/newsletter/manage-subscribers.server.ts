import { and, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Counts } from "#app/content/lists/chosen.schema.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { askToConfirm, dropWaitingMails } from "./confirmation-requests.server.ts"
import { loadLinks } from "./newsletter-links.server.ts"

/** What the log tells of a subscriber: not who it is. */
const told = { id: subscribers.id, createdAt: subscribers.createdAt }
type Told = { id: number; createdAt: Date }

/**
 * Mails to those who have not confirmed, so that letters may go to them, one after the other.
 *
 * @returns how many were asked, and how many others there are
 */
export async function askSubscribers(ids: number[]): Promise<Counts> {
  const links = await loadLinks()
  return db.transaction(async (tx) => {
    const asked = await askToConfirm(tx, ids, links)
    await recordEach(tx, asked, { action: "ask" })
    return countRest(tx, ids, asked.length)
  })
}

/** Lets letters go again to addresses that mail servers had refused. @returns how many, and how many others there are */
export function reactivateSubscribers(ids: number[]): Promise<Counts> {
  return db.transaction(async (tx) => {
    const reactivated = await tx
      .update(subscribers)
      .set({ suppressedAt: null, softRefusals: 0 })
      .where(
        and(
          inArray(subscribers.id, ids),
          isNotNull(subscribers.suppressedAt),
          isNull(subscribers.unsubscribedAt),
        ),
      )
      .returning(told)
    const change = { before: { isSuppressed: true }, after: { isSuppressed: false } }
    await recordEach(tx, reactivated, { action: "restore", ...change })
    return countRest(tx, ids, reactivated.length)
  })
}

async function countRest(tx: Transaction, ids: number[], done: number): Promise<Counts> {
  const there = await tx.$count(subscribers, inArray(subscribers.id, ids))
  return { done, refused: there - done, missing: ids.length - there }
}

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
      .returning({ ...told, email: subscribers.email })
    await dropWaitingMails(tx, ended)
    const change = { before: { isSubscribed: true }, after: { isSubscribed: false } }
    await recordEach(tx, ended, { action: "update", ...change })
    return ended.length
  })
}

/** Erases subscribers for good. @returns how many there were of them */
export function deleteSubscribers(ids: number[]) {
  return db.transaction(async (tx) => {
    const deleted = await tx
      .delete(subscribers)
      .where(inArray(subscribers.id, ids))
      .returning({ ...told, email: subscribers.email })
    await dropWaitingMails(tx, deleted)
    await recordEach(tx, deleted, { action: "delete" })
    return deleted.length
  })
}

function recordEach(tx: Transaction, rows: Told[], deed: Pick<AuditEntry, "action" | "before" | "after">) {
  const entryOf = ({ id, createdAt }: Told): AuditEntry => ({
    kind: "subscriber",
    id,
    title: `inscrit le ${formatLongTime(createdAt)}`,
    ...deed,
  })
  return record(tx, ...rows.map(entryOf))
}
