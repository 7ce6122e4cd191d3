import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mailSender, sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { actingId, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { contactMessages as messages, messageReplies as replies } from "#app/db/schema/messages.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { titleOf, told } from "./contact.server.ts"
import { quoteOf, subjectOf } from "./reply-text.ts"

/** Whoever has more to say does so with their own mail program. */
export const MAX_REPLIES = 20

/** Where replies go, and where the answers to them. */
export function describeMailing() {
  return {
    sendsMail: sendsRealMail(),
    answersTo: siteSettings().mail.contactEmail || mailSender().address,
  }
}

/**
 * What was replied to messages, oldest first, with what became of it. `delayed`: the mail server did not take it yet;
 * `lost`: it neither waits nor ended, as after its mail was deleted by hand.
 */
export async function listReplies(messageIds: number[]) {
  if (messageIds.length === 0) return []
  const rows = await db
    .select({
      id: replies.id,
      messageId: replies.messageId,
      text: replies.text,
      createdAt: replies.createdAt,
      writer: users.email,
      outcome: replies.outcome,
      endedAt: replies.endedAt,
      failure: replies.failure,
      mailId: mails.id,
      dueAt: mails.dueAt,
    })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.writtenBy))
    .leftJoin(mails, eq(mails.id, replies.id))
    .where(inArray(replies.messageId, messageIds))
    .orderBy(asc(replies.createdAt), asc(replies.id))
    .limit(messageIds.length * MAX_REPLIES)
  return rows.map(({ outcome, mailId, ...row }) => ({
    ...row,
    state: stateOf(outcome, mailId !== null, row.failure),
  }))
}

type Outcome = (typeof replies.$inferSelect)["outcome"]
type ReplyState = NonNullable<Outcome> | "waiting" | "delayed" | "lost"

function stateOf(outcome: Outcome, isQueued: boolean, failure: string | null): ReplyState {
  if (outcome) return outcome
  if (!isQueued) return "lost"
  return failure === null ? "waiting" : "delayed"
}

type NewReply = { text: string; known: number; isDone: boolean }

/** `stale`: somebody replied meanwhile, there are `count` replies by now; `full`: there are as many as there may be. */
type Replied = { outcome: "sent" | "missing" | "full" } | { outcome: "stale"; count: number }

/**
 * Replies to a message: the reply is kept, and its mail queued, or neither. The same words sent twice are one reply.
 *
 * @param reply.known how many replies there were when the form was filled
 */
export async function replyToMessage(id: number, { text, known, isDone }: NewReply) {
  const { contactEmail } = siteSettings().mail
  return db.transaction(async (tx): Promise<Replied> => {
    const message = await hold(tx, id)
    if (!message) return { outcome: "missing" }
    const earlier = await tx
      .select({ id: replies.id, text: replies.text })
      .from(replies)
      .where(eq(replies.messageId, id))
      .orderBy(asc(replies.createdAt), asc(replies.id))
    if (earlier.some((reply) => reply.text === text)) return { outcome: "sent" }
    if (earlier.length !== known) return { outcome: "stale", count: earlier.length }
    if (earlier.length >= MAX_REPLIES) return { outcome: "full" }
    const [reply] = await tx
      .insert(replies)
      .values({ messageId: id, text, writtenBy: actingId() })
      .returning({ id: replies.id })
    if (!reply) return { outcome: "missing" }
    const follows = [message.threadId, ...earlier.map((one) => one.id)]
    await queueMail(tx, { ...mailOf(message, text, contactEmail), follows }, reply.id)
    const [after] = await tx
      .update(messages)
      .set({
        readAt: sql`coalesce(${messages.readAt}, now())`,
        ...(isDone && { doneAt: sql`coalesce(${messages.doneAt}, now())` }),
      })
      .where(eq(messages.id, id))
      .returning(told)
    const { createdAt, isRead, isDone: wasDone, isArchived } = message
    const before = { createdAt, isRead, isDone: wasDone, isArchived }
    await record(tx, { action: "reply", kind: "message", id, title: titleOf(message), before, after })
    return { outcome: "sent" }
  })
}

/**
 * Sends a reply again that did not reach the mail server; the same `Message-ID` makes one of two.
 *
 * @returns false when there is no such reply, or it was sent
 */
export async function resendReply(id: string) {
  const { contactEmail } = siteSettings().mail
  return db.transaction(async (tx) => {
    const [reply] = await tx.select().from(replies).where(eq(replies.id, id)).for("update")
    if (!reply || reply.outcome === "sent") return false
    await tx.delete(mails).where(and(eq(mails.id, id), isNotNull(mails.failedAt)))
    if ((await tx.$count(mails, eq(mails.id, id))) > 0) return true
    const message = await hold(tx, reply.messageId)
    if (!message) return false
    const earlier = await tx
      .select({ id: replies.id })
      .from(replies)
      .where(
        and(
          eq(replies.messageId, reply.messageId),
          sql`(${replies.createdAt}, ${replies.id}) < (select created_at, id from ${replies} where id = ${id})`,
        ),
      )
      .orderBy(asc(replies.createdAt), asc(replies.id))
    const follows = [message.threadId, ...earlier.map((one) => one.id)]
    await tx.update(replies).set({ outcome: null, endedAt: null, failure: null }).where(eq(replies.id, id))
    await queueMail(tx, { ...mailOf(message, reply.text, contactEmail), follows }, id)
    await record(tx, { action: "reply", kind: "message", id: message.id, title: titleOf(message) })
    return true
  })
}

type Message = NonNullable<Awaited<ReturnType<typeof hold>>>

function mailOf({ name, email, subject, message, createdAt }: Message, text: string, contactEmail: string) {
  return {
    to: email,
    replyTo: contactEmail || undefined,
    subject: subjectOf(subject),
    text: `${text}\n\n${quoteOf({ name, message }, formatLongTime(createdAt))}`,
  }
}

async function hold(tx: Transaction, id: number) {
  const [message] = await tx
    .select({
      id: messages.id,
      name: messages.name,
      email: messages.email,
      subject: messages.subject,
      message: messages.message,
      threadId: messages.threadId,
      ...told,
    })
    .from(messages)
    .where(eq(messages.id, id))
    .for("update")
  return message
}
