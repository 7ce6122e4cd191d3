import { eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { moveToBin } from "#app/content/bin/bin.server.ts"
import type { RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { whereSince } from "#app/content/lists/content-rows.server.ts"
import { type Asked, listedRows, type ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { containsWords } from "#app/db/search.server.ts"
import { wakesJob } from "#app/db/wake-job.server.ts"
import { contactMessages as messages } from "#app/db/schema/messages.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import type { NewMessage } from "./contact.schema.ts"
import { BOX, DONE, MESSAGES, STATE, TO_DO } from "./message-list.ts"

/** How often one address may write. */
export function contactRateLimit(): RateLimit {
  return { name: "contact", points: siteSettings().rules.messagesPerHour, seconds: 3_600 }
}

/** Keeps a message for the hosts and, with SMTP and `CONTACT_EMAIL`, sends it on to them; both or neither, but for more than 60 an hour. */
export async function saveMessage(message: NewMessage) {
  const { contactEmail } = siteSettings().mail
  const isForwarded = contactEmail && sendsRealMail() && (await mayMail("message", contactEmail))
  await db.transaction(async (tx) => {
    const [kept] = await tx
      .insert(messages)
      .values(message)
      .returning({ threadId: messages.threadId, woken: wakesJob("mails") })
    if (isForwarded) await queueMail(tx, forwarded(message, contactEmail), kept?.threadId)
  })
}

function forwarded({ name, email, subject, message }: NewMessage, to: string) {
  return {
    to,
    replyTo: email,
    subject: `[${siteSettings().podcast.name}] ${subject}`,
    text: `${name} <${email}> a écrit par la page de contact :\n\n${message}\n\nRépondez à ce message pour lui répondre.`,
  }
}

const columns = {
  id: messages.id,
  name: messages.name,
  email: messages.email,
  subject: messages.subject,
  message: messages.message,
  createdAt: messages.createdAt,
  isDone: sql<boolean>`${messages.doneAt} is not null`,
}

export const messageRows = listedRows(MESSAGES, {
  table: messages,
  title: messages.subject,
  always: (filters) => (filters[BOX] ? undefined : isNull(messages.archivedAt)),
  search: (search) => containsWords(messages.searchText, search),
  filters: {
    [BOX]: () => isNotNull(messages.archivedAt),
    [STATE]: (state) => (state === DONE ? isNotNull(messages.doneAt) : isNull(messages.doneAt)),
    lecture: (value) => (value === "lus" ? isNotNull(messages.readAt) : isNull(messages.readAt)),
    periode: whereSince(messages.createdAt),
  },
  sorts: {
    boite: { index: [sql`(${messages.readAt} is null)`, messages.createdAt] },
    date: { row: messages.createdAt },
    nom: { row: sql`searchable(${messages.name})` },
    sujet: { row: sql`searchable(${messages.subject})` },
  },
})

/** How many messages the list finds, and how many of its folder are still to be done. */
export async function measureMessages(asked: Asked, most: number) {
  const { [BOX]: box } = asked.filters ?? {}
  const filters = { ...(box && { [BOX]: box }), [STATE]: TO_DO }
  const toDo = sql`(select count(*)::int from ${messages} where ${messageRows.matching({ search: "", filters })})`
  const { others, ...measured } = await messageRows.measure(asked, most, { toDo })
  return { ...measured, states: { [TO_DO]: others.toDo ?? null, [DONE]: null } }
}

/**
 * Messages, unread ones first, then the newest, unless another order is asked for.
 *
 * @param options.search a literal substring of name, address, subject or text; empty for all
 */
export function listMessages(options: ListOptions) {
  const page = messageRows.page(options)
  return db
    .select({ ...columns, isRead: sql<boolean>`${messages.readAt} is not null` })
    .from(page)
    .innerJoin(messages, eq(messages.id, page.id))
    .orderBy(...messageRows.orderBy(options))
}

/** All messages that the list finds, the newest first. */
export const readMessages = (asked: Asked) => messageRows.read(columns, asked)

/** A message, or undefined when there is no such message. */
export async function findMessage(id: number) {
  const [message] = await db.select(columns).from(messages).where(eq(messages.id, id))
  return message
}

/** How many messages nobody has answered, put away or marked as done, counted up to `most`. */
export function messagesToDo(most: number) {
  return sql`(select count(*)::int from (
    select from ${messages} where archived_at is null and done_at is null limit ${most}) as to_do)`
}

/** @returns false when there is no such message */
export function setMessageRead(id: number, isRead: boolean) {
  return change(id, { readAt: isRead ? sql`coalesce(${messages.readAt}, now())` : null })
}

/** Puts a message away (which makes it read), or back. @returns false when there is no such message */
export function setMessageArchived(id: number, isArchived: boolean) {
  return change(
    id,
    isArchived
      ? { archivedAt: sql`now()`, readAt: sql`coalesce(${messages.readAt}, now())` }
      : { archivedAt: null },
  )
}

/** Marks a message as done with (which makes it read), or to be done again. @returns false when there is no such message */
export function setMessageDone(id: number, isDone: boolean) {
  return change(
    id,
    isDone
      ? { doneAt: sql`coalesce(${messages.doneAt}, now())`, readAt: sql`coalesce(${messages.readAt}, now())` }
      : { doneAt: null },
  )
}

/** @returns false when there is no such message */
export function deleteMessage(id: number) {
  return db.transaction(async (tx) => {
    const [held] = await tx
      .select({ ...told, name: messages.name, subject: messages.subject })
      .from(messages)
      .where(eq(messages.id, id))
      .for("update")
    if (!held) return false
    const title = `${held.subject} (${held.name})`
    await moveToBin(tx, { kind: "message", table: messages }, { id, title })
    await tx.delete(messages).where(eq(messages.id, id))
    await record(tx, { action: "delete", kind: "message", id, title: titleOf(held) })
    return true
  })
}

function change(id: number, values: { readAt?: SQL | null; archivedAt?: SQL | null; doneAt?: SQL | null }) {
  return db.transaction(async (tx) => {
    const before = await hold(tx, id)
    if (!before) return false
    const [after] = await tx.update(messages).set(values).where(eq(messages.id, id)).returning(told)
    if (after && JSON.stringify(after) !== JSON.stringify(before))
      await record(tx, { action: "update", kind: "message", id, title: titleOf(before), before, after })
    return true
  })
}

/** What the log tells of a message: not who wrote it, nor what. */
export const told = {
  createdAt: messages.createdAt,
  isRead: sql<boolean>`${messages.readAt} is not null`,
  isArchived: sql<boolean>`${messages.archivedAt} is not null`,
  isDone: sql<boolean>`${messages.doneAt} is not null`,
}

export const titleOf = ({ createdAt }: { createdAt: Date }) => `reçu le ${formatLongTime(createdAt)}`

async function hold(tx: Transaction, id: number) {
  const [message] = await tx.select(told).from(messages).where(eq(messages.id, id)).for("update")
  return message
}
