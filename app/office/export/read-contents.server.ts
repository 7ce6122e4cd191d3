import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn } from "drizzle-orm/pg-core"
import { whereIsPublic } from "#app/content/published.server.ts"
import type { Database } from "#app/db/client.server.ts"
import { profiles } from "#app/db/schema/accounts.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { numberedName } from "./names.ts"
import type { Places } from "./places.ts"
import { type Line, toTime } from "./shapes.ts"

/** The connection whose snapshot is written. */
export type Reader = Pick<Database, "select" | "execute">

/** How addresses are written: from which file (`base`, as `Places` takes it), and of which site. */
export type Look = { places: Places; base: string; publicUrl: string }

/** Texts may have a million letters each: this many are in memory at once. */
const BATCH = 20

/** Rows of a table in the order of their numbers, some at a time. */
export async function* inBatches<Row extends { id: number }>(
  size: number,
  read: (after: number, size: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let last = 0; ;) {
    const rows = await read(last, size)
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < size) return
    last = end.id
  }
}

/** What a row of each kind reads is, beside its line: whether visitors may see it, too. */
export type Read<Content> = { line: Content; isPublic: boolean }

const author = sql<string>`coalesce(${profiles.displayName}, '')`
const isPublic = (table: Parameters<typeof whereIsPublic>[0]) =>
  sql<boolean>`(${whereIsPublic(table)})`.as("is_public")

export async function* readEpisodes(on: Reader, look: Look): AsyncGenerator<Read<Line<"episodes">>[]> {
  const { guid, createdAt } = episodes
  const batches = inBatches(BATCH, (after, size) =>
    on
      .select({
        id: episodes.id,
        row: episodes,
        author,
        isPublic: isPublic(episodes),
        guid: sql<string>`coalesce(${guid}, episode_guid(${episodes.id}, ${createdAt}))`,
        guests: sql<{ id: number; name: string }[]>`coalesce((
          select json_agg(json_build_object('id', g.id, 'name', g.name) order by e.position, g.id)
          from episode_guests e join guests g on g.id = e.guest_id where e.episode_id = ${episodes.id}), '[]')`,
        counts: episodeCounts,
      })
      .from(episodes)
      .leftJoin(profiles, eq(profiles.userId, episodes.authorId))
      .leftJoin(episodeCounts, eq(episodeCounts.episodeId, episodes.id))
      .where(gt(episodes.id, after))
      .orderBy(asc(episodes.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ row, counts, isPublic: isShown, ...more }) => ({
      isPublic: isShown,
      line: {
        ...writtenOf(row, "episodes"),
        author: more.author,
        page: `${look.publicUrl}/episodes/${row.id}`,
        guid: more.guid,
        subtitle: row.subtitle,
        description: textOf(row.description, look),
        credits: textOf(row.credits, look),
        season: row.season,
        number: row.number,
        type: row.type,
        isExplicit: row.isExplicit,
        guestNames: row.guest,
        hasNoGuest: row.hasNoGuest,
        guests: more.guests,
        links: row.links.map(({ label, url }) => ({ label, url })),
        picture: addressOf(row.thumbnailUrl, look),
        sound: row.audioUrl
          ? {
              address: look.places.address(row.audioUrl, look.base),
              type: row.audioType,
              bytes: row.audioBytes,
              durationSeconds: row.durationSeconds,
            }
          : null,
        youtube: row.youtubeUrl,
        spotify: row.spotifyUrl,
        ...((row.reservedFor !== "nobody" || row.supporterAudioUrl) && {
          reserved: {
            ...{ for: row.reservedFor, days: row.reservedDays, until: row.reservedUntil },
            ...{ levelId: row.reservedLevelId, isHidden: row.isReservedHidden },
            sound: addressOf(row.supporterAudioUrl, look),
          },
        }),
        chapters: row.chapters.map(({ start, title, linkUrl, imageUrl, isHidden }) => ({
          start,
          title,
          ...(linkUrl && { link: linkUrl }),
          ...(imageUrl && { picture: look.places.address(imageUrl, look.base) }),
          ...(isHidden && { isHidden }),
        })),
        soundbites: row.soundbites.map(({ start, duration, title }) => ({ start, duration, title })),
        commenting: row.commentsOpen,
        views: counts?.views ?? 0,
        likes: counts?.likes ?? 0,
        comments: counts?.comments ?? 0,
        downloads: counts?.downloads ?? 0,
      },
    }))
  }
}

export async function* readTranscripts(on: Reader): AsyncGenerator<Line<"transcripts">[]> {
  const batches = inBatches(BATCH, (after, size) =>
    on.select().from(transcripts).where(gt(transcripts.id, after)).orderBy(asc(transcripts.id)).limit(size),
  )
  for await (const rows of batches) {
    yield rows.map((row) => ({
      episodeId: row.episodeId,
      isPublished: row.isPublished,
      source: row.source,
      createdAt: toTime(row.createdAt),
      updatedAt: toTime(row.updatedAt),
      cues: row.cues,
    }))
  }
}

/** Those of some episodes. */
export async function transcriptsOf(on: Reader, ids: number[]) {
  const rows = await on
    .select({ id: transcripts.episodeId, cues: transcripts.cues, isPublished: transcripts.isPublished })
    .from(transcripts)
    .where(inArray(transcripts.episodeId, ids))
  return new Map<number, { cues: Cue[]; isPublished: boolean }>(rows.map((row) => [row.id, row]))
}

/** Those of some episodes whose transcript visitors may read. */
export async function publishedTranscripts(on: Reader, ids: number[]) {
  const rows = await on
    .select({ id: transcripts.episodeId })
    .from(transcripts)
    .where(and(inArray(transcripts.episodeId, ids), transcripts.isPublished))
  return new Set(rows.map(({ id }) => id))
}

/** How whoever wrote something signs, each once. */
export async function listAuthors(on: Reader) {
  const { rows } = await on.execute<{ name: string }>(sql`
    select distinct name from (
      select p.display_name as name from profiles p where exists (
        select from episodes where author_id = p.user_id union all select from news where author_id = p.user_id
        union all select from custom_pages where created_by = p.user_id)
      union all select coalesce(nullif(b.signature, ''), p.display_name)
        from blog_posts b left join profiles p on p.user_id = b.author_id) signed
    where name <> '' order by name`)
  return rows.map(({ name }) => name)
}

/** The categories that news have. */
export async function listNewsCategories(on: Reader) {
  const { rows } = await on.execute<{ category: string }>(
    sql`select distinct category from news order by category`,
  )
  return rows.map(({ category }) => category)
}

export async function* readNews(on: Reader, look: Look): AsyncGenerator<Read<Line<"news">>[]> {
  type Further = {
    mediaType: "image" | "video"
    mediaUrl: string
    thumbnailUrl: string | null
    caption: string
  }
  const batches = inBatches(BATCH, (after, size) =>
    on
      .select({
        id: news.id,
        row: news,
        author,
        isPublic: isPublic(news),
        further: sql<
          Further[]
        >`coalesce((select json_agg(json_build_object('mediaType', m.media_type, 'mediaUrl',
          m.media_url, 'thumbnailUrl', m.thumbnail_url, 'caption', m.caption) order by m.position)
          from news_media m where m.news_id = ${news.id}), '[]')`,
      })
      .from(news)
      .leftJoin(profiles, eq(profiles.userId, news.authorId))
      .where(gt(news.id, after))
      .orderBy(asc(news.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ row, author: by, isPublic: isShown, further }) => {
      const first = { ...row, mediaUrl: row.mediaUrl ?? "", caption: row.mediaCaption }
      return {
        isPublic: isShown,
        line: {
          ...writtenOf(row, "news"),
          author: by,
          text: textOf(row.content, look),
          category: row.category,
          kind: row.mediaType,
          link: row.externalUrl,
          source: row.source,
          thumbnail: addressOf(row.thumbnailUrl, look),
          media: [...(row.mediaUrl ? [first] : []), ...further].map((one) => ({
            kind: one.mediaType,
            address: look.places.address(one.mediaUrl, look.base),
            thumbnail: addressOf(one.thumbnailUrl, look),
            caption: one.caption,
          })),
        },
      }
    })
  }
}

export async function* readPosts(on: Reader, look: Look): AsyncGenerator<Read<Line<"blog">>[]> {
  const batches = inBatches(BATCH, (after, size) =>
    on
      .select({ id: blogPosts.id, row: blogPosts, author, isPublic: isPublic(blogPosts) })
      .from(blogPosts)
      .leftJoin(profiles, eq(profiles.userId, blogPosts.authorId))
      .where(gt(blogPosts.id, after))
      .orderBy(asc(blogPosts.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ row, author: by, isPublic: isShown }) => ({
      isPublic: isShown,
      line: {
        ...writtenOf(row, "blog"),
        author: row.signature || by,
        page: `${look.publicUrl}/blog/${row.slug}`,
        slug: row.slug,
        excerpt: row.excerpt,
        text: textOf(row.content, look),
        picture: addressOf(row.coverImageUrl, look),
      },
    }))
  }
}

export async function* readPages(on: Reader, look: Look): AsyncGenerator<Read<Line<"pages">>[]> {
  const batches = inBatches(BATCH, (after, size) =>
    on
      .select({ id: customPages.id, row: customPages, author })
      .from(customPages)
      .leftJoin(profiles, eq(profiles.userId, customPages.authorId))
      .where(gt(customPages.id, after))
      .orderBy(asc(customPages.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ row, author: by }) => ({
      isPublic: row.isPublished,
      line: {
        ...writtenOf({ ...row, publishedAt: null }, "pages"),
        author: by,
        page: `${look.publicUrl}/page/${row.slug}`,
        slug: row.slug,
        summary: row.metaDescription,
        text: textOf(row.content, look),
      },
    }))
  }
}

export async function* readGuests(on: Reader, look: Look): AsyncGenerator<Read<Line<"guests">>[]> {
  const batches = inBatches(200, (after, size) =>
    on
      .select({
        id: guests.id,
        row: guests,
        episodes: sql<number[]>`coalesce((select json_agg(e.episode_id order by e.episode_id)
          from episode_guests e where e.guest_id = guests.id), '[]')`,
      })
      .from(guests)
      .where(gt(guests.id, after))
      .orderBy(asc(guests.id))
      .limit(size),
  )
  for await (const rows of batches) {
    yield rows.map(({ row, episodes: theirs }) => ({
      isPublic: true,
      line: {
        id: row.id,
        name: row.name,
        slug: row.slug,
        page: `${look.publicUrl}/guests/${row.slug}`,
        role: row.role,
        link: row.linkUrl,
        picture: addressOf(row.pictureUrl, look),
        episodes: theirs,
        createdAt: toTime(row.createdAt),
        updatedAt: toTime(row.updatedAt),
        file: `content/guests/${numberedName(row.id, row.name)}.md`,
      },
    }))
  }
}

/** By their paths on the site, the pages that stand for what visitors may read. */
export async function listPublicPaths(on: Reader) {
  const read = (
    table: typeof episodes | typeof blogPosts | typeof customPages,
    path: SQL<string> | AnyPgColumn,
  ) =>
    on
      .select({ id: table.id, path: sql<string>`${path}` })
      .from(table)
      .where(and(whereIsPublic(table)))
  const ofPages = await read(customPages, customPages.slug)
  const found = [
    ["episodes", "/episodes/", await read(episodes, sql<string>`${episodes.id}::text`)],
    ["blog", "/blog/", await read(blogPosts, blogPosts.slug)],
    ["pages", "/page/", ofPages],
    // The short address leads there.
    ["pages", "/", ofPages],
  ] as const
  return new Map(
    found.flatMap(([folder, prefix, rows]) =>
      rows.map(({ id, path }) => [prefix + path, `site/${folder}/${id}.html`] as const),
    ),
  )
}

type Written = {
  id: number
  title: string
  isPublished: boolean
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

function writtenOf(row: Written, folder: string) {
  return {
    id: row.id,
    title: row.title,
    isPublished: row.isPublished,
    publishedAt: toTime(row.publishedAt),
    createdAt: toTime(row.createdAt),
    updatedAt: toTime(row.updatedAt),
    file: `content/${folder}/${numberedName(row.id, row.title)}.md`,
  }
}

const textOf = (text: string, { places, base }: Look) => places.text(text, base)

const addressOf = (address: string | null, { places, base }: Look) =>
  address ? places.address(address, base) : null
