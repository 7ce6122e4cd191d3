import { sql } from "drizzle-orm"
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core"
import { episodes } from "./content.server.ts"
import { createdAt, id, instant, isHttpAddress } from "./columns.server.ts"

/** A page of the podcast on a platform, by the platform's name. */
export type ChannelLink = { platform: string; url: string }

const count = (name: string) => integer(name).notNull().default(0)

/** The feeds that hosts imported by their address, which the site reads again by itself (docs/decisions/feeds-in.md). */
export const feeds = pgTable(
  "feeds",
  {
    id: id(),
    /** As `normalizeFeedAddress` writes it. */
    url: text("url").notNull().unique(),
    createdAt: createdAt(),
    isAutomatic: boolean("is_automatic").notNull().default(true),

    // What its channel says of the podcast, and of how often it wants to be read.
    title: text("title").notNull().default(""),
    imageUrl: text("image_url"),
    websiteUrl: text("website_url"),
    links: jsonb("links").$type<ChannelLink[]>().notNull().default([]),
    ttlMinutes: integer("ttl_minutes"),

    // What the feed is recognised by when it did not change.
    etag: text("etag"),
    lastModified: text("last_modified"),
    digest: text("digest"),

    /** When it is read next, and since when a host waits for that; `lease` is the reading under way. */
    dueAt: instant("due_at").notNull(),
    askedAt: instant("asked_at"),
    lease: uuid("lease"),
    leasedUntil: instant("leased_until"),

    // What came of the last reading: `failures` counts those since the last success.
    readAt: instant("read_at").notNull().defaultNow(),
    succeededAt: instant("succeeded_at").notNull().defaultNow(),
    failures: count("failures"),
    /** In French, for the hosts. */
    error: text("error"),
    createdCount: count("created_count"),
    updatedCount: count("updated_count"),
    unchangedCount: count("unchanged_count"),
    skippedCount: count("skipped_count"),

    /** The last time that episodes came: how many, and the newest of them. */
    arrivedAt: instant("arrived_at"),
    arrivedCount: count("arrived_count"),
    arrivals: integer("arrivals")
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    check("feeds_url_address", isHttpAddress(table.url)),
    // What a B-tree index can hold.
    check("feeds_url_length", sql`octet_length(${table.url}) <= 2000`),
    check("feeds_image_url_address", isHttpAddress(table.imageUrl)),
    check("feeds_website_url_address", isHttpAddress(table.websiteUrl)),
    check("feeds_failures_range", sql`${table.failures} >= 0`),
  ],
)

/** Transcripts and chapters that feeds keep in files of their own, read in the background: one for each episode. */
export const feedWords = pgTable(
  "feed_words",
  {
    episodeId: integer("episode_id")
      .primaryKey()
      .references(() => episodes.id, { onDelete: "cascade" }),
    transcriptUrl: text("transcript_url"),
    chaptersUrl: text("chapters_url"),
    /** Of what was read last: what the episode has that is still this is the feed's. */
    transcriptDigest: text("transcript_digest"),
    chaptersDigest: text("chapters_digest"),
    /** Null once it was read, or given up. */
    dueAt: instant("due_at").defaultNow(),
    attempts: count("attempts"),
    leasedUntil: instant("leased_until"),
    /** In French, for the hosts. */
    failure: text("failure").notNull().default(""),
  },
  (table) => [
    check("feed_words_transcript_address", isHttpAddress(table.transcriptUrl)),
    check("feed_words_chapters_address", isHttpAddress(table.chaptersUrl)),
    index("feed_words_due").on(table.dueAt, table.episodeId),
  ],
)
