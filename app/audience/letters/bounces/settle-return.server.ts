import { and, desc, eq, isNull, ne, or, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letterRecipients as recipients } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { readLetterMessageId } from "../sending/message-id.server.ts"
import type { Return } from "./read-return.ts"

/** So many letters in a row that came back for now are one address that takes none. */
const MAX_SOFT = 5
/** Of somebody else's mail none is ours, and of ours the first one is. */
const MAX_IDS = 5

/**
 * Writes down what came back: once, whatever else comes back of the same mail; but a complaint counts after anything. Only what
 * gives back our own `Message-ID` counts, which whoever got the letter knows, and nobody else.
 *
 * @returns whether it was about a letter of ours that is still known
 */
export async function settleReturn(back: Return) {
  const recipientId = await findRecipient(back.returned)
  if (recipientId === undefined) return false
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ subscriberId: recipients.subscriberId })
      .from(recipients)
      .where(eq(recipients.id, recipientId))
    if (!known) return false
    const noted = await note(tx, recipientId, back)
    if (noted && known.subscriberId !== null) await heed(tx, known.subscriberId, back.kind)
    return true
  })
}

async function findRecipient(head: string) {
  const found = [...head.matchAll(/letter-\d{1,15}-[\da-f]{16}@/gi)].slice(0, MAX_IDS)
  for (const [id] of found) {
    const recipientId = await readLetterMessageId(id)
    if (recipientId !== undefined) return recipientId
  }
  return undefined
}

async function note(tx: Transaction, recipientId: number, { kind, failure }: Return) {
  const isNews =
    kind === "complaint"
      ? or(isNull(recipients.cameBack), ne(recipients.cameBack, "complaint"))
      : isNull(recipients.cameBack)
  const noted = await tx
    .update(recipients)
    .set({ cameBack: kind, cameBackAt: sql`now()`, ...(kind !== "complaint" && { failure }) })
    .where(and(eq(recipients.id, recipientId), isNews))
    .returning({ id: recipients.id })
  return noted.length > 0
}

async function heed(tx: Transaction, subscriberId: number, kind: Return["kind"]) {
  const whose = eq(subscribers.id, subscriberId)
  if (kind === "complaint") {
    // As by the link to unsubscribe: the address stays known, but not the name.
    const values = { name: "", unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, now())` }
    await tx.update(subscribers).set(values).where(whose)
  }
  if (kind === "hard" || (kind === "soft" && (await hasOnlyComeBack(tx, subscriberId))))
    await tx
      .update(subscribers)
      .set({ suppressedAt: sql`now()` })
      .where(and(whose, isNull(subscribers.suppressedAt)))
}

/** Whether each of the last letters to somebody came back, or was not taken: a mail server took most of them before that. */
async function hasOnlyComeBack(tx: Transaction, subscriberId: number) {
  const last = tx
    .select({ isLost: sql`${recipients.cameBack} = 'soft' or ${recipients.state} = 'refused'`.as("is_lost") })
    .from(recipients)
    .where(
      and(
        eq(recipients.subscriberId, subscriberId),
        sql`(${recipients.state} in ('sent', 'refused') or ${recipients.cameBack} is not null)`,
      ),
    )
    .orderBy(desc(recipients.id))
    .limit(MAX_SOFT)
    .as("last")
  const [found] = await tx
    .select({ count: sql<number>`(count(*) filter (where ${last.isLost}))::int` })
    .from(last)
  return (found?.count ?? 0) >= MAX_SOFT
}
