import { desc, isNotNull, isNull, sql } from "drizzle-orm"
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { createdAt, instant } from "./columns.server.ts"

/** Why a mail was not sent, as codes: what mail servers say in words may hold addresses and passwords. */
export type MailFailure = {
  code?: string
  command?: string
  responseCode?: number
  /** The enhanced one (RFC 3463), such as `5.1.1`. */
  status?: string
}

/** When a mail was last sent, and when one last failed: one row each. */
export const mailOutcomes = pgTable(
  "mail_outcomes",
  {
    outcome: text("outcome", { enum: ["sent", "failed"] }).primaryKey(),
    at: instant("at").notNull(),
    failure: jsonb("failure").$type<MailFailure>(),
  },
  (table) => [check("mail_outcomes_outcome_known", sql`${table.outcome} in ('sent', 'failed')`)],
)

/** Mails that wait to be sent, and for two weeks those that were given up; what was sent is deleted. */
export const mails = pgTable(
  "mails",
  {
    /** Also in the mail itself (`Message-ID`): a mail that goes out twice is recognised as one. */
    id: uuid("id").primaryKey().defaultRandom(),
    recipient: text("recipient").notNull(),
    replyTo: text("reply_to"),
    subject: text("subject").notNull(),
    /** Empty where it held a link that opens an account: such a mail failed, and cannot be sent again. */
    text: text("text").notNull(),
    /** For the `List-Unsubscribe` header of newsletter mails. */
    unsubscribeUrl: text("unsubscribe_url"),
    /** The mails that it follows, the first one first, by their identifiers. */
    follows: uuid("follows").array().notNull().default([]),
    createdAt: createdAt(),
    attempts: integer("attempts").notNull().default(0),
    /** Not sent before this time. */
    dueAt: instant("due_at").notNull().defaultNow(),
    /** When it was given up, and for what; null while it waits. */
    failedAt: instant("failed_at"),
    failure: jsonb("failure").$type<MailFailure>(),
  },
  (table) => [
    index("mails_due").on(table.dueAt).where(isNull(table.failedAt)),
    index("mails_failed").on(desc(table.failedAt), desc(table.id)).where(isNotNull(table.failedAt)),
    index("mails_of_recipient").on(table.recipient),
    index("mails_of_sender").on(table.replyTo).where(isNotNull(table.replyTo)),
  ],
)
