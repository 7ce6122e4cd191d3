import { desc, isNotNull, sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { LETTER_STATES, LETTER_TOPICS, RECIPIENT_STATES, BOUNCE_KINDS } from "#app/kit/lib/letters.ts"
import { instant, isFilled, searchIndexes } from "./columns.server.ts"
import { contentColumns } from "./content-columns.server.ts"
import { episodes } from "./content.server.ts"
import type { MailFailure } from "./mails.server.ts"
import { newsletterSubscribers } from "./visitors.server.ts"

/** What hosts write to their subscribers. */
export const letters = pgTable(
  "letters",
  {
    /** Its title is the subject. */
    ...contentColumns(),
    /** What mail programs show beside the subject. */
    previewText: text("preview_text").notNull().default(""),
    /** Empty: the sender of all mails. */
    senderName: text("sender_name").notNull().default(""),
    /** In Markdown. */
    content: text("content").notNull().default(""),
    /** Who has chosen it receives the letter. */
    topic: text("topic", { enum: LETTER_TOPICS }).notNull().default("letters"),
    /** Whether it can be read at `/lettres`, once its sending began. */
    isArchived: boolean("is_archived").notNull().default(true),
    state: text("state", { enum: LETTER_STATES }).notNull().default("draft"),
    /** When it is to leave. */
    scheduledAt: instant("scheduled_at"),
    /** When its sending began: from then on nobody edits it. */
    publishedAt: instant("published_at"),
    isPublished: boolean("is_published")
      .notNull()
      .generatedAlwaysAs(sql`is_archived and published_at is not null`),
    /** When its recipients were fixed, soon after its sending began. */
    addressedAt: instant("addressed_at"),
    /** When nothing was left to be sent, or a host stopped it. */
    endedAt: instant("ended_at"),
    /** Why the site paused it by itself; null where a host did. */
    halt: jsonb("halt").$type<MailFailure>(),
    /** What is sent, as it was when its sending began, with places for each recipient's own links. */
    sentHtml: text("sent_html"),
    sentText: text("sent_text"),
    /** The episode that it announces by itself: each one once. */
    announcedEpisodeId: integer("announced_episode_id")
      .unique()
      .references(() => episodes.id, { onDelete: "set null" }),
    /** The time that it sums up by itself, such as `2026-W47` or `2026-11`: each one once. */
    digestOf: text("digest_of").unique(),
  },
  (table) => [
    check("letters_title_filled", isFilled(table.title)),
    check("letters_topic_known", sql`${table.topic} in ('episodes', 'news', 'letters')`),
    check(
      "letters_state_known",
      sql`${table.state} in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped')`,
    ),
    check("letters_scheduled", sql`${table.state} <> 'scheduled' or ${table.scheduledAt} is not null`),
    check(
      "letters_published",
      sql`(${table.state} in ('draft', 'scheduled')) = (${table.publishedAt} is null)`,
    ),
    check("letters_ended", sql`(${table.state} in ('sent', 'stopped')) = (${table.endedAt} is not null)`),
    index("letters_newest").on(desc(table.createdAt), desc(table.id)),
    index("letters_published_newest")
      .on(desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished}`),
    // What may have something to do: few among many.
    index("letters_under_way")
      .on(table.state, table.scheduledAt)
      .where(sql`${table.state} in ('scheduled', 'sending', 'paused')`),
    index("letters_drafts")
      .on(desc(table.updatedAt), desc(table.id))
      .where(sql`${table.state} = 'draft'`),
    index("letters_of_author").on(table.authorId),
    ...searchIndexes("letters_search", table.searchText),
  ],
)

/** Whom a letter is for, fixed when its sending began, and what came of it. */
export const letterRecipients = pgTable(
  "letter_recipients",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    letterId: integer("letter_id")
      .notNull()
      .references(() => letters.id, { onDelete: "cascade" }),
    /** Null once the subscriber was erased: the figures stay true. */
    subscriberId: integer("subscriber_id").references(() => newsletterSubscribers.id, {
      onDelete: "set null",
    }),
    state: text("state", { enum: RECIPIENT_STATES }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** Not sent before this time. */
    dueAt: instant("due_at").notNull().defaultNow(),
    /** The sender that handed its mail over: only that one may say how it ended. */
    lease: uuid("lease"),
    /** Of the version before this one, whose processes may still run during an update; nobody uses it. */
    leasedUntil: instant("leased_until"),
    /** What the mail server said last when it did not take it, or what came back later. */
    failure: jsonb("failure").$type<MailFailure>(),
    endedAt: instant("ended_at"),
    /** What came back after it was sent, which its state goes on saying; a complaint outlives what came before. */
    cameBack: text("came_back", { enum: BOUNCE_KINDS }),
    cameBackAt: instant("came_back_at"),
  },
  (table) => [
    check(
      "letter_recipients_came_back_known",
      sql`${table.cameBack} in ('hard', 'soft', 'blocked', 'complaint')`,
    ),
    check(
      "letter_recipients_came_back_dated",
      sql`(${table.cameBack} is null) = (${table.cameBackAt} is null)`,
    ),
    check(
      "letter_recipients_state_known",
      sql`${table.state} in ('waiting', 'sending', 'sent', 'refused', 'uncertain', 'skipped')`,
    ),
    unique("letter_recipients_once").on(table.letterId, table.subscriberId),
    index("letter_recipients_due")
      .on(table.letterId, table.dueAt)
      .where(sql`${table.state} = 'waiting'`),
    index("letter_recipients_under_way")
      .on(table.leasedUntil)
      .where(sql`${table.state} = 'sending'`),
    // Of which nobody has said yet what is to become.
    index("letter_recipients_uncertain")
      .on(table.letterId)
      .where(sql`${table.state} = 'uncertain' and ${table.endedAt} is null`),
    index("letter_recipients_by_state").on(table.letterId, table.state),
    // How fast it goes.
    index("letter_recipients_latest").on(table.letterId, desc(table.endedAt)).where(isNotNull(table.endedAt)),
    index("letter_recipients_of_subscriber").on(table.subscriberId),
    index("letter_recipients_came_back")
      .on(table.letterId, table.cameBack)
      .where(sql`${table.cameBack} is not null`),
  ],
)

/** The rate at which letters leave: when the next mail may, whichever process sends. One row. */
export const letterPace = pgTable(
  "letter_pace",
  {
    id: boolean("id").primaryKey().default(true),
    /** The next send time that nobody has reserved. */
    nextAt: instant("next_at").notNull().defaultNow(),
    /** The mail server takes nothing for now, or is not to be reached: nobody tries before. */
    heldUntil: instant("held_until"),
    /** How often in a row. */
    holds: integer("holds").notNull().default(0),
    failure: jsonb("failure").$type<MailFailure>(),
  },
  (table) => [check("letter_pace_once", sql`${table.id}`)],
)

/** Of the version before this one, whose processes may still run during an update; nobody uses it: there is one sender. */
export const letterLanes = pgTable("letter_lanes", {
  number: integer("number").primaryKey(),
  lease: uuid("lease").notNull(),
  leasedUntil: instant("leased_until").notNull(),
})
