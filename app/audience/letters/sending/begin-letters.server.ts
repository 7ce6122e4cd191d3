import { and, eq, isNull, lte, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { newsletterSubscribers as subscribers } from "#app/db/schema/visitors.server.ts"
import type { LetterTopic } from "#app/kit/lib/letters.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { whereMailable } from "../../newsletter/mailable.server.ts"
import { startLetter } from "./transitions.server.ts"

/** Starts the letters whose time has come, also when it came while the site was down. */
export async function startDueLetters() {
  const due = await db
    .select({ id: letters.id, version: letters.version })
    .from(letters)
    .where(and(eq(letters.state, "scheduled"), lte(letters.scheduledAt, sql`now()`)))
    .orderBy(letters.scheduledAt)
  for (const { id, version } of due) {
    try {
      // A host may have changed it this very moment: it is looked at again.
      await startLetter(id, version, { evenToNobody: true })
    } catch (error) {
      log.error({ err: error, letter: id }, "scheduled letter not started; in a minute again")
      await db
        .update(letters)
        .set({ scheduledAt: sql`now() + interval '1 minute'` })
        .where(and(eq(letters.id, id), eq(letters.version, version), eq(letters.state, "scheduled")))
    }
  }
}

/** How many are addressed by a statement: a million by one would take as long as a statement may on a slow machine. */
const PORTION = 50_000

/**
 * Fixes whom a letter is for, once: who could be mailed when it was started. That may be a million people, which nobody waits
 * for who clicks.
 */
export async function addressLetters() {
  const unaddressed = await db
    .select({ id: letters.id, topic: letters.topic })
    .from(letters)
    .where(and(eq(letters.state, "sending"), isNull(letters.addressedAt)))
    .orderBy(letters.publishedAt)
  for (const { id, topic } of unaddressed)
    await db.transaction(async (tx) => {
      const { rowCount } = await tx
        .update(letters)
        .set({ addressedAt: sql`now()` })
        .where(and(eq(letters.id, id), eq(letters.state, "sending"), isNull(letters.addressedAt)))
      if (rowCount !== 1) return
      for (let last: number | undefined = 0; last !== undefined;)
        last = await addressPortion(tx, id, topic, last)
    })
}

/** @param after the last subscriber of the portion before @returns the last one of this portion, if more may follow */
async function addressPortion(tx: Transaction, letterId: number, topic: LetterTopic, after: number) {
  const added = await tx.execute<{ subscriber_id: number }>(sql`
    with added as (
      insert into ${letterRecipients} (letter_id, subscriber_id)
      select ${letterId}, ${subscribers.id} from ${subscribers}
      where ${whereMailable(topic)} and ${subscribers.id} > ${after}
        and ${subscribers.confirmedAt} <= (select published_at from ${letters} where id = ${letterId})
      order by ${subscribers.id} limit ${PORTION}
      returning subscriber_id)
    select max(subscriber_id) as subscriber_id from added having count(*) = ${PORTION}`)
  return added.rows[0]?.subscriber_id
}

/** A letter that is being sent, with all that its mails are made of. */
export type LetterUnderWay = Awaited<ReturnType<typeof findSentLetters>>[number]

/** What is being sent, the oldest first, with all that its mails are made of. */
export function findSentLetters() {
  return db
    .select({
      id: letters.id,
      title: letters.title,
      senderName: letters.senderName,
      topic: letters.topic,
      sentHtml: letters.sentHtml,
      sentText: letters.sentText,
      publishedAt: letters.publishedAt,
      isAutomatic: sql<boolean>`${letters.announcedEpisodeId} is not null or ${letters.digestOf} is not null`,
    })
    .from(letters)
    .where(and(eq(letters.state, "sending"), sql`${letters.addressedAt} is not null`))
    .orderBy(letters.publishedAt, letters.id)
}
