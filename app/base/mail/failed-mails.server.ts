import { and, desc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { type MailFailure, mails } from "#app/db/schema/mails.server.ts"
import { messageReplies } from "#app/db/schema/messages.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { wordsOf } from "./failure-words.ts"

/** A mail of the queue is not tried any more; it stays, for the hosts to see. A reply to a message is told. */
export async function giveUpMail(id: string, failure: MailFailure) {
  await db.transaction(async (tx) => {
    await tx
      .update(mails)
      .set({ failedAt: sql`now()`, failure })
      .where(eq(mails.id, id))
    await tx
      .update(messageReplies)
      .set({ outcome: "failed", endedAt: sql`now()`, failure: wordsOf(failure) })
      .where(eq(messageReplies.id, id))
  })
}

/** That a mail outside the queue failed: to whom and about what, never its text, whose link opens an account. */
export async function noteFailedMail({ to, subject }: { to: string; subject: string }, failure: MailFailure) {
  try {
    await db
      .insert(mails)
      .values({ recipient: to, subject, text: "", attempts: 1, failedAt: sql`now()`, failure })
  } catch (error) {
    log.warn(error, "a failed mail not noted")
  }
}

/** The mails that were given up, newest first. */
export function listFailedMails({ limit, offset }: { limit: number; offset: number }) {
  return db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      subject: mails.subject,
      failedAt: sql`${mails.failedAt}`.mapWith(mails.createdAt),
      failure: mails.failure,
      hasText: sql<boolean>`${mails.text} <> ''`,
    })
    .from(mails)
    .where(isNotNull(mails.failedAt))
    .orderBy(desc(mails.failedAt), desc(mails.id))
    .limit(limit)
    .offset(offset)
}

/** How many mails were given up, counted up to `most`. */
export function countFailedMails(most: number) {
  return countUpTo(most, mails, isNotNull(mails.failedAt))
}

/** Those of these that were given up. */
export function findFailedMails(ids: string[]) {
  return db
    .select({ id: mails.id, subject: mails.subject })
    .from(mails)
    .where(and(inArray(mails.id, ids), isNotNull(mails.failedAt)))
}

/** Lets mails wait again that were given up, as if they were new; those without a text stay. @returns how many */
export function retryMails(ids: string[]) {
  return db.transaction(async (tx) => {
    const found = await hold(tx, ids, ne(mails.text, ""))
    if (found.length > 0) {
      await tx
        .update(mails)
        .set({ failedAt: null, failure: null, attempts: 0, dueAt: sql`now()` })
        .where(inArray(mails.id, idsOf(found)))
      await tx
        .update(messageReplies)
        .set({ outcome: null, endedAt: null, failure: null })
        .where(inArray(messageReplies.id, idsOf(found)))
      await wakeJob(tx, "mails")
    }
    await record(
      tx,
      ...found.map(
        (mail) =>
          ({
            ...deedOn(mail),
            action: "update",
            before: { isWaiting: false },
            after: { isWaiting: true },
          }) as const,
      ),
    )
    return found.length
  })
}

/** Deletes mails that were given up. @returns how many */
export function dropMails(ids: string[]) {
  return db.transaction(async (tx) => {
    const found = await hold(tx, ids)
    if (found.length > 0) await tx.delete(mails).where(inArray(mails.id, idsOf(found)))
    await record(tx, ...found.map((mail) => ({ ...deedOn(mail), action: "delete" }) as const))
    return found.length
  })
}

function hold(tx: Transaction, ids: string[], condition = isNotNull(mails.failedAt)) {
  return tx
    .select({ id: mails.id, createdAt: mails.createdAt })
    .from(mails)
    .where(and(inArray(mails.id, ids), isNotNull(mails.failedAt), condition))
    .orderBy(mails.id)
    .for("update")
}

const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

/** What the log tells: neither to whom it was, nor what visitors wrote in its subject. */
const deedOn = ({ id, createdAt }: { id: string; createdAt: Date }) =>
  ({ kind: "mail", id, title: `préparé le ${formatLongTime(createdAt)}` }) as const
