import { and, desc, eq, isNull, ne, or, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letterRecipients as recipients } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import { readLetterMessageId } from "../sending/message-id.server.ts"
import type { Bounce } from "./read-bounce.ts"

/** After so many soft bounces in a row an address is suppressed. */
const MAX_SOFT = 5
/** Of the ids in a head no more are tried: in a mail of ours the first one is ours. */
const MAX_IDS = 5

/**
 * Records a bounce with its recipient, and suppresses or unsubscribes the address where its kind asks for that. Only the first
 * bounce of a mail counts, but a complaint counts even after one. A bounce counts only if it quotes the `Message-ID` that we gave
 * the mail: that is known to nobody but whoever got the letter.
 *
 * @returns whether it was about a letter of ours that is still known
 */
export async function processBounce(bounce: Bounce) {
  const recipientId = await findRecipient(bounce.originalHead)
  if (recipientId === undefined) return false
  return db.transaction(async (tx) => {
    const [known] = await tx
      .select({ subscriberId: recipients.subscriberId })
      .from(recipients)
      .where(eq(recipients.id, recipientId))
    if (!known) return false
    const noted = await record(tx, recipientId, bounce)
    if (noted && known.subscriberId !== null) await updateSubscriber(tx, known.subscriberId, bounce.kind)
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

async function record(tx: Transaction, recipientId: number, { kind, failure }: Bounce) {
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

async function updateSubscriber(tx: Transaction, subscriberId: number, kind: Bounce["kind"]) {
  const whose = eq(subscribers.id, subscriberId)
  if (kind === "complaint") {
    // As by the link to unsubscribe: the address stays known, but not the name.
    const values = { name: "", unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, now())` }
    await tx.update(subscribers).set(values).where(whose)
  }
  if (kind === "hard" || (kind === "soft" && (await hasOnlyBounced(tx, subscriberId))))
    await tx
      .update(subscribers)
      .set({ suppressedAt: sql`now()` })
      .where(and(whose, isNull(subscribers.suppressedAt)))
}

/** Whether each of the last letters to somebody bounced, or was refused by our mail server, which took most of them before that. */
async function hasOnlyBounced(tx: Transaction, subscriberId: number) {
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
