import { desc, isNotNull, isNull, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core"
import type { LetterTopic } from "#app/kit/lib/letters.ts"
import { CONSENT_ORIGINS } from "#app/kit/lib/newsletter.ts"
import { users } from "./accounts.server.ts"
import {
  createdAt,
  id,
  instant,
  isFilled,
  searchIndexes,
  searchText,
  textSearchIndex,
} from "./columns.server.ts"
import { episodes } from "./content.server.ts"
import { subscriberImports } from "./newsletter.server.ts"

// What visitors do: like, comment, subscribe; and what keeps it in bounds.

/**
 * How often an episode was opened, liked, visibly commented on and downloaded: apart from it, so that counting never touches what
 * the hosts write. Each episode has its row, which a trigger makes; likes and comments are counted by triggers, too
 * (drizzle/0004_comments-and-counts.sql), never here.
 */
export const episodeCounts = pgTable(
  "episode_counts",
  {
    episodeId: integer("episode_id")
      .primaryKey()
      .references(() => episodes.id, { onDelete: "cascade" }),
    views: integer("views").notNull().default(0),
    likes: integer("likes").notNull().default(0),
    comments: integer("comments").notNull().default(0),
    /** Of all days that are over (`audience/statistics/fold-days.server.ts`). */
    downloads: integer("downloads").notNull().default(0),
  },
  (table) => [check("episode_counts_views_range", sql`${table.views} >= 0`)],
)

export const likes = pgTable(
  "likes",
  {
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id, { onDelete: "cascade" }),
    sessionId: text("session_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.episodeId, table.sessionId] }),
    check("likes_session_id_length", sql`char_length(${table.sessionId}) between 1 and 100`),
  ],
)

export const comments = pgTable(
  "comments",
  {
    id: id(),
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id, { onDelete: "cascade" }),
    /** The comment that this one replies to. */
    parentId: integer("parent_id"),
    /** The comment's own identifier unless it is a reply: replies refer to this, so that none replies to a reply. */
    threadId: integer("thread_id").generatedAlwaysAs(sql`case when parent_id is null then id end`),
    /** The podcast's own reply: it shows the podcast's name as it is today, and nobody's address is kept with it. */
    isPodcast: boolean("is_podcast").notNull().default(false),
    /** Who of the team wrote it, for the podcast. */
    writtenBy: text("written_by").references(() => users.id, { onDelete: "set null" }),
    /** Empty where nobody is named: the podcast's, and what was removed. */
    authorName: text("author_name").notNull(),
    /** Null where nobody is. */
    authorEmail: text("author_email"),
    content: text("content").notNull(),
    /** In milliseconds, which JavaScript's dates hold exactly: older comments are asked for by it. */
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** `removed`: nothing is left of it but its place, above the replies of others. */
    status: text("status", { enum: ["visible", "pending", "hidden", "removed"] })
      .notNull()
      .default("visible"),
    /** A moderator let it through: who wrote it is known from then on. */
    isApproved: boolean("is_approved").notNull().default(false),
    /** Written on another site, which may have asked for less: not for an address, and for no ten characters. */
    isImported: boolean("is_imported").notNull().default(false),
    searchText: searchText(sql`author_name || E'\\n' || content`),
  },
  (table) => [
    // What `comments_parent_fk` refers to (drizzle/0004_comments-and-counts.sql): parent and reply are of one episode.
    unique("comments_thread").on(table.threadId, table.episodeId),
    check("comments_podcast_replies", sql`${table.parentId} is not null or not ${table.isPodcast}`),
    check("comments_removed_keeps_place", sql`${table.parentId} is null or ${table.status} <> 'removed'`),
    check(
      "comments_author_name_length",
      sql`case when ${isNobodys(table)} then ${table.authorName} = ''
        else char_length(${table.authorName}) <= 100 and ${isFilled(table.authorName)} end`,
    ),
    check(
      "comments_author_email_known",
      sql`case when ${isNobodys(table)} then ${table.authorEmail} is null
        else ${table.authorEmail} is not null or ${table.isImported} end`,
    ),
    check("comments_author_email_length", sql`char_length(${table.authorEmail}) between 3 and 255`),
    check("comments_author_email_lower", sql`${table.authorEmail} = lower(${table.authorEmail})`),
    check(
      "comments_content_length",
      sql`case when ${table.status} = 'removed' then ${table.content} = ''
        else char_length(btrim(${table.content})) between case when ${table.isPodcast} or ${table.isImported} then 1 else 10 end and 2000 end`,
    ),
    check("comments_status_known", sql`${table.status} in ('visible', 'pending', 'hidden', 'removed')`),
    index("comments_of_episode").on(table.episodeId, desc(table.createdAt), desc(table.id)),
    index("comments_threads_of_episode")
      .on(table.episodeId, desc(table.createdAt), desc(table.id))
      .where(isNull(table.parentId)),
    index("comments_replies")
      .on(table.parentId, table.createdAt, table.id, table.status)
      .where(isNotNull(table.parentId)),
    index("comments_by_writer").on(table.writtenBy).where(isNotNull(table.writtenBy)),
    index("comments_newest").on(desc(table.createdAt), desc(table.id)),
    index("comments_of_author").on(table.authorEmail),
    index("comments_by_status")
      .on(table.status, desc(table.createdAt), desc(table.id))
      .where(sql`${table.status} <> 'visible'`),
    index("comments_of_episode_by_status")
      .on(table.episodeId, table.status, desc(table.createdAt), desc(table.id))
      .where(sql`${table.status} <> 'visible'`),
    // The same words twice in one place are one comment sent twice: a double click, a retry, or a machine.
    uniqueIndex("comments_once").on(
      table.episodeId,
      table.authorEmail,
      sql`coalesce(${table.parentId}, 0)`,
      sql`md5(${table.content})`,
    ),
    uniqueIndex("comments_podcast_once")
      .on(table.parentId, sql`md5(${table.content})`)
      .where(sql`${table.isPodcast}`),
    textSearchIndex("comments_search", table.searchText),
  ],
)

function isNobodys(table: { isPodcast: AnyPgColumn; status: AnyPgColumn }) {
  return sql`${table.isPodcast} or ${table.status} = 'removed'`
}

const isVisible = sql`${comments.status} = 'visible'`

/**
 * What visitors may read of comments: everything but the e-mail address and who of the team wrote, and only what no
 * moderator holds back. One that is held back or removed keeps its place, without a word, above replies that are to be seen.
 */
export const publicComments = pgView("public_comments").as((query) =>
  query
    .select({
      id: comments.id,
      episodeId: comments.episodeId,
      parentId: comments.parentId,
      isPodcast: comments.isPodcast,
      authorName: sql<string>`case when ${isVisible} then ${comments.authorName} else '' end`.as(
        "author_name",
      ),
      /** Null where only its place is left. */
      content: sql<string | null>`case when ${isVisible} then ${comments.content} end`.as("content"),
      createdAt: comments.createdAt,
    })
    .from(comments)
    .where(
      // No `exists`: PostgreSQL would rather read all replies there are.
      sql`${isVisible} or (${comments.parentId} is null and (select true from comments reply
        where reply.parent_id = ${comments.id} and reply.status = 'visible' limit 1))`,
    ),
)

/** Who may not comment, and the words that no comment may hold. */
export const bans = pgTable(
  "blocks",
  {
    id: id(),
    kind: text("kind", { enum: ["email", "word"] }).notNull(),
    /** In lower case; words also without accents. */
    value: text("value").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check("blocks_kind_known", sql`${table.kind} in ('email', 'word')`),
    check("blocks_value_length", sql`char_length(${table.value}) <= 255 and ${isFilled(table.value)}`),
    uniqueIndex("blocks_once").on(table.kind, table.value),
  ],
)

export const newsletterSubscribers = pgTable(
  "newsletter_subscribers",
  {
    id: id(),
    name: text("name").notNull().default(""),
    /** Lower case, so that one person is one row. */
    email: text("email").notNull().unique(),
    createdAt: createdAt(),
    /** Proof of consent: when, where, and the words that were shown. */
    consentedAt: instant("consented_at"),
    consentOrigin: text("consent_origin", { enum: CONSENT_ORIGINS }),
    /** The words that were shown; of an import, where the hosts say that it was agreed to. */
    consentWording: text("consent_wording"),
    /** When the link in the mail was followed, or what an import brought is said to have been confirmed: no letter before. */
    confirmedAt: instant("confirmed_at"),
    /** When the mail that asks for it leaves, or left last: those of many at once leave one after the other. */
    confirmationAskedAt: instant("confirmation_asked_at"),
    /** Which letters are wanted. */
    topics: text("topics")
      .array()
      .$type<LetterTopic[]>()
      .notNull()
      .default(sql`'{episodes,news,letters}'`),
    /** How many letters in a row mail servers did not take for now. */
    softRefusals: integer("soft_refusals").notNull().default(0),
    /** Since when nothing is sent any more, because mail servers refuse the address, though nobody unsubscribed. */
    suppressedAt: instant("suppressed_at"),
    /** The list that brought them along. */
    importId: integer("import_id").references(() => subscriberImports.id, { onDelete: "set null" }),
    /** The list by which the site learned that they left, or cannot be reached: elsewhere, not here. */
    goneByImportId: integer("gone_by_import_id").references(() => subscriberImports.id, {
      onDelete: "set null",
    }),
    /** Who unsubscribed stays known, so that no comment subscribes them again. */
    unsubscribedAt: instant("unsubscribed_at"),
    searchText: searchText(sql`email || E'\\n' || name`),
  },
  (table) => [
    check("newsletter_subscribers_email_length", sql`char_length(${table.email}) between 3 and 255`),
    check("newsletter_subscribers_email_lower", sql`${table.email} = lower(${table.email})`),
    check(
      "newsletter_subscribers_consent_origin_known",
      sql`${table.consentOrigin} in ('comment', 'form', 'import')`,
    ),
    check(
      "newsletter_subscribers_topics_known",
      sql`${table.topics} <@ array['episodes', 'news', 'letters'] and array_position(${table.topics}, null) is null`,
    ),
    check("newsletter_subscribers_soft_refusals_range", sql`${table.softRefusals} >= 0`),
    index("newsletter_subscribers_newest")
      .on(desc(table.createdAt), desc(table.id))
      .where(isNull(table.unsubscribedAt)),
    // Few among many, by which the list is narrowed down.
    // Who left in some span of time.
    index("newsletter_subscribers_left").on(table.unsubscribedAt).where(isNotNull(table.unsubscribedAt)),
    index("newsletter_subscribers_unconfirmed")
      .on(desc(table.createdAt), desc(table.id))
      .where(
        sql`${table.unsubscribedAt} is null and ${table.suppressedAt} is null and ${table.confirmedAt} is null`,
      ),
    index("newsletter_subscribers_suppressed")
      .on(desc(table.createdAt), desc(table.id))
      .where(sql`${table.unsubscribedAt} is null and ${table.suppressedAt} is not null`),
    index("newsletter_subscribers_asked").on(desc(table.confirmationAskedAt)),
    index("newsletter_subscribers_gone_by_import")
      .on(table.goneByImportId)
      .where(isNotNull(table.goneByImportId)),
    index("newsletter_subscribers_of_import").on(table.importId).where(isNotNull(table.importId)),
    ...searchIndexes("newsletter_subscribers_search", table.searchText),
  ],
)
