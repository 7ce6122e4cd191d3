import { desc, isNotNull, isNull, sql } from "drizzle-orm"
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { users } from "./accounts.server.ts"
import { createdAt, id, instant, isFilled, searchText, textSearchIndex } from "./columns.server.ts"

/** What visitors write to the hosts by the contact form. */
export const contactMessages = pgTable(
  "contact_messages",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    createdAt: createdAt(),
    readAt: instant("read_at"),
    archivedAt: instant("archived_at"),
    /** When it was done with: answered, or in no need of it. */
    doneAt: instant("done_at"),
    /** The `Message-ID` of the mail that sent it on, to which all replies refer: mail programs then show them together. */
    threadId: uuid("thread_id").notNull().defaultRandom(),
    searchText: searchText(sql`name || E'\\n' || email || E'\\n' || subject || E'\\n' || message`),
  },
  (table) => [
    check("contact_messages_name_length", sql`char_length(${table.name}) <= 100 and ${isFilled(table.name)}`),
    check("contact_messages_email_length", sql`char_length(${table.email}) between 3 and 255`),
    check(
      "contact_messages_subject_length",
      sql`char_length(${table.subject}) <= 200 and ${isFilled(table.subject)}`,
    ),
    check(
      "contact_messages_message_length",
      sql`char_length(${table.message}) <= 5000 and ${isFilled(table.message)}`,
    ),
    // Unread first, then the newest.
    index("contact_messages_inbox")
      .on(desc(sql`(${table.readAt} is null)`), desc(table.createdAt), desc(table.id))
      .where(isNull(table.archivedAt)),
    index("contact_messages_archive")
      .on(desc(sql`(${table.readAt} is null)`), desc(table.createdAt), desc(table.id))
      .where(isNotNull(table.archivedAt)),
    // What nobody has dealt with.
    index("contact_messages_waiting")
      .on(desc(table.createdAt), desc(table.id))
      .where(sql`${table.archivedAt} is null and ${table.doneAt} is null`),
    index("contact_messages_of_sender").on(table.email),
    textSearchIndex("contact_messages_search", table.searchText),
  ],
)

/** What the team answered to a message, by mail. */
export const messageReplies = pgTable(
  "message_replies",
  {
    /** Also the mail's, while it waits and in its `Message-ID`. */
    id: uuid("id").primaryKey().defaultRandom(),
    messageId: integer("message_id")
      .notNull()
      .references(() => contactMessages.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    writtenBy: text("written_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    /** How its mail ended: taken by the mail server, written to the outbox, or refused; null while it waits. */
    outcome: text("outcome", { enum: ["sent", "outbox", "failed"] }),
    endedAt: instant("ended_at"),
    /** What the mail server said last when it took nothing. */
    failure: text("failure"),
  },
  (table) => [
    check("message_replies_text_length", sql`char_length(${table.text}) <= 5000 and ${isFilled(table.text)}`),
    check("message_replies_outcome_known", sql`${table.outcome} in ('sent', 'outbox', 'failed')`),
    check("message_replies_ended", sql`(${table.outcome} is null) = (${table.endedAt} is null)`),
    index("message_replies_of_message").on(table.messageId, table.createdAt, table.id),
    index("message_replies_by_writer").on(table.writtenBy).where(isNotNull(table.writtenBy)),
    // The same words twice are one reply sent twice.
    uniqueIndex("message_replies_once").on(table.messageId, sql`md5(${table.text})`),
  ],
)
