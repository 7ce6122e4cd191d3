import { desc, getTableColumns, sql } from "drizzle-orm"
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
  text,
  unique,
} from "drizzle-orm/pg-core"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import type { Soundbite } from "#app/kit/lib/soundbites.ts"
import { RESERVED_FOR } from "#app/kit/lib/reserved.ts"
import type { FeedItem } from "./feed-item.ts"
import {
  dayInParis,
  id,
  instant,
  isFilled,
  isHttpAddress,
  isSlug,
  isStarter,
  isWebAddress,
  seasonOf,
  starterIndex,
  titleKey,
} from "./columns.server.ts"
import { contentColumns, contentIndexes, reviewAskedAt } from "./content-columns.server.ts"
import { levels } from "./supporters.server.ts"

/** Of the table, and of the view of it that is for everybody (`publicEpisodes`). */
export const episodeColumns = {
  ...contentColumns(sql`title || E'\\n' || guest`),
  /** Empty when there is none, or when nobody wrote it down: then « Invité » stands in its place. */
  guest: text("guest").notNull().default(""),
  hasNoGuest: boolean("has_no_guest").notNull().default(false),
  description: text("description").notNull().default(""),
  youtubeUrl: text("youtube_url"),
  spotifyUrl: text("spotify_url"),
  thumbnailUrl: text("thumbnail_url"),
  isPublished: boolean("is_published").notNull().default(true),
  publishedAt: instant("published_at").notNull().defaultNow(),
  guid: text("guid").unique(),
  audioUrl: text("audio_url"),
  audioType: text("audio_type"),
  audioBytes: bigint("audio_bytes", { mode: "number" }),
  durationSeconds: integer("duration_seconds"),
  subtitle: text("subtitle").notNull().default(""),
  type: text("type", { enum: ["full", "trailer", "bonus"] })
    .notNull()
    .default("full"),
  isExplicit: boolean("is_explicit").notNull().default(false),
  /** Whether one may comment on it: as the site's rules say, or whatever they say. */
  commentsOpen: text("comments_open", { enum: ["automatic", "open", "closed"] })
    .notNull()
    .default("automatic"),
  /** Who made it, in Markdown. */
  credits: text("credits").notNull().default(""),
  /** What it speaks of, in the order shown. */
  links: jsonb("links").$type<{ label: string; url: string }[]>().notNull().default([]),
  /** In order, each at a time of its own. */
  chapters: jsonb("chapters").$type<Chapter[]>().notNull().default([]),
  /** Moments that make one want to hear it, in order. */
  soundbites: jsonb("soundbites").$type<Soundbite[]>().notNull().default([]),
  season: integer("season"),
  /** The round: given at the first publication (rounds.server.ts) where neither feed nor host says it. */
  number: integer("number"),
  /** The number as it was given: while `number` is the same, a feed that says another one is right. */
  givenNumber: integer("given_number"),
  reviewAskedAt: reviewAskedAt(),
  isStarter: isStarter(),
  /** For how long its sound is for supporters only. */
  reservedFor: text("reserved_for", { enum: RESERVED_FOR }).notNull().default("nobody"),
  reservedDays: integer("reserved_days"),
  /** The day on which it opens to all, in Europe/Paris. */
  reservedUntil: date("reserved_until"),
  /** The least of those whom it is for; without one it is for all supporters. */
  reservedLevelId: integer("reserved_level_id").references(() => levels.id, { onDelete: "set null" }),
  /** Whether its page is away meanwhile; else it is there, without the sound. */
  isReservedHidden: boolean("is_reserved_hidden").notNull().default(false),
  /** What supporters hear in the place of its sound, also once that is for everybody. */
  supporterAudioUrl: text("supporter_audio_url"),
  /** When its sound opens to all: follows from the above, whoever writes it. Never is infinity; null, it always was. */
  opensAt: instant("opens_at").generatedAlwaysAs(
    sql`case reserved_for
      when 'days' then (published_at at time zone 'Europe/Paris' + make_interval(days => reserved_days)) at time zone 'Europe/Paris'
      when 'until' then reserved_until::timestamp at time zone 'Europe/Paris'
      when 'always' then timestamptz 'infinity' end`,
  ),
}

export const episodes = pgTable("episodes", episodeColumns, (table) => [
  ...contentIndexes("episodes", table, table.publishedAt),
  check("episodes_no_guest", sql`not ${table.hasNoGuest} or ${table.guest} = ''`),
  // What a B-tree index can hold.
  check("episodes_guid_length", sql`octet_length(${table.guid}) between 1 and 2000`),
  check("episodes_audio_bytes_range", sql`${table.audioBytes} >= 0`),
  check("episodes_duration_seconds_range", sql`${table.durationSeconds} >= 0`),
  check("episodes_type_known", sql`${table.type} in ('full', 'trailer', 'bonus')`),
  check("episodes_comments_open_known", sql`${table.commentsOpen} in ('automatic', 'open', 'closed')`),
  check("episodes_chapters_list", sql`jsonb_typeof(${table.chapters}) = 'array'`),
  check("episodes_soundbites_list", sql`jsonb_typeof(${table.soundbites}) = 'array'`),
  check("episodes_season_range", sql`${table.season} > 0`),
  check("episodes_number_range", sql`${table.number} > 0`),
  check("episodes_youtube_url_address", isHttpAddress(table.youtubeUrl)),
  check("episodes_spotify_url_address", isHttpAddress(table.spotifyUrl)),
  check("episodes_thumbnail_url_address", isWebAddress(table.thumbnailUrl)),
  check("episodes_audio_url_address", isWebAddress(table.audioUrl)),
  check("episodes_reserved_for_known", sql`${table.reservedFor} in ('nobody', 'days', 'until', 'always')`),
  check(
    "episodes_reserved_days_range",
    sql`${table.reservedDays} between 1 and 3650 and (${table.reservedFor} <> 'days' or ${table.reservedDays} is not null)`,
  ),
  check(
    "episodes_reserved_until_said",
    sql`${table.reservedFor} <> 'until' or ${table.reservedUntil} is not null`,
  ),
  // Only the library's can be kept from others.
  check(
    "episodes_supporter_audio_url_medium",
    sql`${table.supporterAudioUrl} ~ '^/media/[A-Za-z0-9_-]{22}/'`,
  ),
  index("episodes_opening")
    .on(table.opensAt)
    .where(sql`${table.opensAt} is not null`),
  index("episodes_of_level")
    .on(table.reservedLevelId)
    .where(sql`${table.reservedLevelId} is not null`),
  // With what tells whether everybody may see them, so that what is passed over is read in it alone.
  index("episodes_published")
    .on(desc(table.publishedAt), desc(table.id), table.opensAt, table.isReservedHidden)
    .where(sql`${table.isPublished}`),
  index("episodes_rounds").on(seasonOf(table.season), table.number),
  // By these two an import finds what is there already. A digest: addresses may be too long for an index.
  index("episodes_audio").on(sql`md5(${table.audioUrl})`),
  index("episodes_title_and_day").on(titleKey(table.title), dayInParis(table.publishedAt)),
  starterIndex("episodes_starter", table),
])

const isOpen = sql`(${episodes.opensAt} is null or ${episodes.opensAt} <= now())`
const onceOpen = (column: AnyPgColumn, otherwise = sql``) =>
  sql`case when ${isOpen} then ${column} ${otherwise} end`.as(column.name)

/**
 * Episodes as everybody may see them, published or not: nothing of a sound that is for supporters, and whose page is not shown meanwhile
 * counts as not published. It is read as `publicEpisodes` (db/public-episodes.server.ts).
 */
export const publicEpisodesView = pgView("public_episodes").as((query) =>
  query
    .select({
      ...getTableColumns(episodes),
      isPublished: sql`${episodes.isPublished} and (not ${episodes.isReservedHidden} or ${isOpen})`.as(
        "is_published",
      ),
      audioUrl: onceOpen(episodes.audioUrl),
      audioType: onceOpen(episodes.audioType),
      audioBytes: onceOpen(episodes.audioBytes),
      youtubeUrl: onceOpen(episodes.youtubeUrl),
      spotifyUrl: onceOpen(episodes.spotifyUrl),
      chapters: onceOpen(episodes.chapters, sql`else '[]'`),
      soundbites: onceOpen(episodes.soundbites, sql`else '[]'`),
      supporterAudioUrl: sql`null::text`.as("supporter_audio_url"),
    })
    .from(episodes),
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
    ...contentColumns(),
    content: text("content").notNull().default(""),
    mediaType: text("media_type", { enum: ["article", "image", "video"] })
      .notNull()
      .default("article"),
    mediaUrl: text("media_url"),
    thumbnailUrl: text("thumbnail_url"),
    /** Of the first medium. */
    mediaCaption: text("media_caption").notNull().default(""),
    /** Usually one of the five known categories; others are shown as they are. */
    category: text("category").notNull().default("cko-news"),
    externalUrl: text("external_url"),
    publishedAt: instant("published_at"),
    source: text("source").notNull().default("manual"),
    reviewAskedAt: reviewAskedAt(),
    isStarter: isStarter(),
  },
  (table) => [
    ...contentIndexes("news", table),
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
    index("news_gallery_by_category")
      .on(table.category, desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished} and ${table.mediaType} <> 'article'`),
    starterIndex("news_starter", table),
  ],
)

/** The media of a news item after its first one, which stands in the item itself. */
export const newsMedia = pgTable(
  "news_media",
  {
    id: id(),
    newsId: integer("news_id")
      .notNull()
      .references(() => news.id, { onDelete: "cascade" }),
    /** From 1: the first medium is 0. */
    position: integer("position").notNull(),
    mediaType: text("media_type", { enum: ["image", "video"] }).notNull(),
    mediaUrl: text("media_url").notNull(),
    thumbnailUrl: text("thumbnail_url"),
    caption: text("caption").notNull().default(""),
  },
  (table) => [
    unique("news_media_position").on(table.newsId, table.position),
    check("news_media_position_range", sql`${table.position} > 0`),
    check("news_media_media_type_known", sql`${table.mediaType} in ('image', 'video')`),
    check("news_media_media_url_address", isWebAddress(table.mediaUrl)),
    check("news_media_thumbnail_url_address", isWebAddress(table.thumbnailUrl)),
  ],
)

export const blogPosts = pgTable(
  "blog_posts",
  {
    ...contentColumns(),
    slug: text("slug").notNull().unique(),
    excerpt: text("excerpt").notNull().default(""),
    content: text("content").notNull(),
    coverImageUrl: text("cover_image_url"),
    /** Who signs it, where that is not the person whose account it is. */
    signature: text("signature").notNull().default(""),
    publishedAt: instant("published_at"),
    reviewAskedAt: reviewAskedAt(),
    isStarter: isStarter(),
  },
  (table) => [
    check("blog_posts_slug_format", isSlug(table.slug)),
    ...contentIndexes("blog_posts", table),
    check("blog_posts_content_filled", isFilled(table.content)),
    check("blog_posts_cover_image_url_address", isWebAddress(table.coverImageUrl)),
    index("blog_posts_published")
      .on(desc(table.publishedAt), desc(table.id))
      .where(sql`${table.isPublished}`),
    starterIndex("blog_posts_starter", table),
  ],
)

export const customPages = pgTable(
  "custom_pages",
  {
    ...contentColumns(undefined, "created_by"),
    slug: text("slug").notNull().unique(),
    content: text("content").notNull().default(""),
    metaDescription: text("meta_description").notNull().default(""),
    reviewAskedAt: reviewAskedAt(),
  },
  (table) => [
    check("custom_pages_slug_format", isSlug(table.slug)),
    ...contentIndexes("custom_pages", table),
  ],
)
