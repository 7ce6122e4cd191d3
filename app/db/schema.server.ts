import { desc, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core"
import type { FeedItem } from "../features/feeds/feed-item.ts"
import { users } from "./accounts-schema.server.ts"

const instant = (name: string) => timestamp(name, { withTimezone: true })
const createdAt = () => instant("created_at").notNull().defaultNow()
const updatedAt = () => instant("updated_at").notNull().defaultNow()
const id = () => integer("id").primaryKey().generatedAlwaysAsIdentity()
/** Counts the edits of a row: a form that was filled from an older version is told so. */
const version = () => integer("version").notNull().default(1)
/** A search for a substring of this column, whatever case and accents, is answered from the index. */
const searchIndex = (name: string, column: AnyPgColumn) =>
  index(name).using("gin", sql`searchable(${column}) gin_trgm_ops`)

/** The same pattern as the forms check, in the database too: slugs are part of addresses. */
const isSlug = (column: AnyPgColumn) => sql`${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`
const isFilled = (column: AnyPgColumn) => sql`btrim(${column}) <> ''`
/** `http:`, `https:` or a path on this site; never `javascript:`, `//other.host` or what browsers read as that. */
const isWebAddress = (column: AnyPgColumn) => sql`${column} ~* '^(https?://[^[:space:]]|/([^/\\\\]|$))'`
const isHttpAddress = (column: AnyPgColumn) => sql`${column} ~* '^https?://[^[:space:]]'`

export const episodes = pgTable(
  "episodes",
  {
    id: id(),
    title: text("title").notNull(),
    /** Empty when unknown, shown as « Invité ». */
    guest: text("guest").notNull().default(""),
    description: text("description").notNull().default(""),
    youtubeUrl: text("youtube_url"),
    spotifyUrl: text("spotify_url"),
    thumbnailUrl: text("thumbnail_url"),
    isPublished: boolean("is_published").notNull().default(true),
    views: integer("views").notNull().default(0),
    publishedAt: instant("published_at").notNull().defaultNow(),
    guid: text("guid").unique(),
    audioUrl: text("audio_url"),
    audioType: text("audio_type"),
    audioBytes: bigint("audio_bytes", { mode: "number" }),
    durationSeconds: integer("duration_seconds"),
    season: integer("season"),
    number: integer("number"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    /** Title and guest without case and accents, on two lines so that no search matches across them. */
    searchText: text("search_text").generatedAlwaysAs(sql`searchable(title || E'\\n' || guest)`),
  },
  (table) => [
    check("episodes_title_filled", isFilled(table.title)),
    // What a B-tree index can hold.
    check("episodes_guid_length", sql`octet_length(${table.guid}) between 1 and 2000`),
    check("episodes_views_range", sql`${table.views} >= 0`),
    check("episodes_audio_bytes_range", sql`${table.audioBytes} >= 0`),
    check("episodes_duration_seconds_range", sql`${table.durationSeconds} >= 0`),
    check("episodes_season_range", sql`${table.season} > 0`),
    check("episodes_number_range", sql`${table.number} > 0`),
    check("episodes_youtube_url_address", isHttpAddress(table.youtubeUrl)),
    check("episodes_spotify_url_address", isHttpAddress(table.spotifyUrl)),
    check("episodes_thumbnail_url_address", isWebAddress(table.thumbnailUrl)),
    check("episodes_audio_url_address", isWebAddress(table.audioUrl)),
    index("episodes_published")
      .on(desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished}`),
    index("episodes_newest").on(desc(table.publishedAt), desc(table.id)),
    index("episodes_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
  ],
)

/**
 * What a feed said of an episode when it was last imported. A field that still holds that value belongs to the
 * feed; one that differs was edited by the hosts and is theirs. `episodeId` is null once they deleted the episode.
 */
export const feedItems = pgTable(
  "feed_items",
  {
    guid: text("guid").primaryKey(),
    episodeId: integer("episode_id").references(() => episodes.id, { onDelete: "set null" }),
    item: jsonb("item").$type<FeedItem>().notNull(),
    /** Of the item: an item that did not change is recognised without reading it. */
    digest: text("digest").notNull(),
    importedAt: instant("imported_at").notNull().defaultNow(),
  },
  (table) => [index("feed_items_episode").on(table.episodeId)],
)

export const news = pgTable(
  "news",
  {
    id: id(),
    title: text("title").notNull(),
    content: text("content").notNull().default(""),
    mediaType: text("media_type", { enum: ["article", "image", "video"] })
      .notNull()
      .default("article"),
    mediaUrl: text("media_url"),
    thumbnailUrl: text("thumbnail_url"),
    /** Usually one of the five known categories; others are shown as they are. */
    category: text("category").notNull().default("cko-news"),
    externalUrl: text("external_url"),
    isPublished: boolean("is_published").notNull().default(false),
    publishedAt: instant("published_at"),
    source: text("source").notNull().default("manual"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    check("news_title_filled", isFilled(table.title)),
    check("news_category_filled", isFilled(table.category)),
    check("news_media_type_known", sql`${table.mediaType} in ('article', 'image', 'video')`),
    check("news_media_url_address", isWebAddress(table.mediaUrl)),
    check("news_thumbnail_url_address", isWebAddress(table.thumbnailUrl)),
    check("news_external_url_address", isWebAddress(table.externalUrl)),
    index("news_published")
      .on(desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished}`),
    index("news_published_by_category")
      .on(table.category, desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished}`),
    index("news_gallery")
      .on(desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished} and ${table.mediaType} <> 'article'`),
    index("news_newest").on(desc(table.createdAt), desc(table.id)),
    searchIndex("news_search", table.title),
  ],
)

export const comments = pgTable(
  "comments",
  {
    id: id(),
    episodeId: integer("episode_id")
      .notNull()
      .references(() => episodes.id, { onDelete: "cascade" }),
    authorName: text("author_name").notNull(),
    authorEmail: text("author_email").notNull(),
    content: text("content").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check(
      "comments_author_name_length",
      sql`char_length(${table.authorName}) <= 100 and ${isFilled(table.authorName)}`,
    ),
    check("comments_author_email_length", sql`char_length(${table.authorEmail}) between 3 and 255`),
    check("comments_content_length", sql`char_length(btrim(${table.content})) between 10 and 2000`),
    index("comments_of_episode").on(table.episodeId, desc(table.createdAt), desc(table.id)),
    index("comments_newest").on(desc(table.createdAt), desc(table.id)),
  ],
)

/** What visitors may read of comments: everything but the e-mail address. */
export const publicComments = pgView("public_comments").as((query) =>
  query
    .select({
      id: comments.id,
      episodeId: comments.episodeId,
      authorName: comments.authorName,
      content: comments.content,
      createdAt: comments.createdAt,
    })
    .from(comments),
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

export const blogPosts = pgTable(
  "blog_posts",
  {
    id: id(),
    slug: text("slug").notNull().unique(),
    title: text("title").notNull(),
    excerpt: text("excerpt").notNull().default(""),
    content: text("content").notNull(),
    coverImageUrl: text("cover_image_url"),
    isPublished: boolean("is_published").notNull().default(false),
    publishedAt: instant("published_at"),
    authorId: text("author_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    check("blog_posts_slug_format", isSlug(table.slug)),
    check("blog_posts_title_filled", isFilled(table.title)),
    check("blog_posts_content_filled", isFilled(table.content)),
    check("blog_posts_cover_image_url_address", isWebAddress(table.coverImageUrl)),
    index("blog_posts_published")
      .on(desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished}`),
    index("blog_posts_newest").on(desc(table.createdAt), desc(table.id)),
    searchIndex("blog_posts_search", table.title),
  ],
)

export const customPages = pgTable(
  "custom_pages",
  {
    id: id(),
    slug: text("slug").notNull().unique(),
    title: text("title").notNull(),
    content: text("content").notNull().default(""),
    metaDescription: text("meta_description").notNull().default(""),
    isPublished: boolean("is_published").notNull().default(false),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    check("custom_pages_slug_format", isSlug(table.slug)),
    check("custom_pages_title_filled", isFilled(table.title)),
    index("custom_pages_newest").on(desc(table.createdAt), desc(table.id)),
    searchIndex("custom_pages_search", table.title),
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
  },
  (table) => [
    check("newsletter_subscribers_email_length", sql`char_length(${table.email}) between 3 and 255`),
    check("newsletter_subscribers_email_lower", sql`${table.email} = lower(${table.email})`),
    index("newsletter_subscribers_newest").on(desc(table.createdAt), desc(table.id)),
    index("newsletter_subscribers_search").using(
      "gin",
      sql`searchable(${table.email} || E'\\n' || ${table.name}) gin_trgm_ops`,
    ),
  ],
)

export const profiles = pgTable(
  "profiles",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    birthDate: date("birth_date", { mode: "string" }),
    country: text("country").notNull().default(""),
  },
  // "Not in the future" moves every day: the form checks it.
  (table) => [check("profiles_birth_date_range", sql`${table.birthDate} >= date '1900-01-01'`)],
)
