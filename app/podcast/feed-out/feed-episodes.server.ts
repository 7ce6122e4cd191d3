import { desc, inArray, type SQL, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { isPublic } from "../episodes/episodes.server.ts"

/** The main file of a medium of the library, as feeds name it. */
export type FeedFile = {
  kind: string
  key: string
  type: string
  bytes: number
  width: number | null
  height: number | null
  /** What a picture shows, in words; often nobody said. */
  alt: string
}

/** A guest who is a person, as they are stored. */
export type FeedGuest = { name: string; slug: string; pictureUrl: string | null }

/** All that the feed says of an episode. */
export type FeedEpisode = Awaited<ReturnType<typeof readFeedEpisodes>>[number]

/** The file behind an address of the library, once it is ready; null for any other address. @param address a column, or a value */
export const fileOf = (address: unknown) =>
  sql<FeedFile | null>`(select json_build_object('kind', m.kind, 'key', m.key, 'type', f.type, 'bytes', f.bytes,
      'width', m.width, 'height', m.height, 'alt', m.alt)
    from ${media} m join ${mediaFiles} f on f.medium_id = m.id and f.role = 'main'
    where m.key = substring(${address} from '^/media/([A-Za-z0-9_-]{22})/') and m.state = 'ready')`

const guestsOfEpisode = sql<FeedGuest[]>`(
  select coalesce(json_agg(json_build_object('name', g.name, 'slug', g.slug, 'pictureUrl', g.picture_url)
    order by eg.position, g.id), '[]')
  from ${episodeGuests} eg join ${guests} g on g.id = eg.guest_id where eg.episode_id = ${episodes}.id)`

/** Whether its transcript is there to be read, and whether it has times. */
const transcriptOfEpisode = sql<"timed" | "plain" | null>`(
  select case when jsonb_typeof(t.cues -> 0 -> 'start') = 'number' then 'timed' else 'plain' end
  from ${transcripts} t where t.episode_id = ${episodes}.id and t.is_published)`

/**
 * Its round, but for one that the site counted where the episode's own feed has none: that one is the site's, unless hosts give
 * it out. Not by `exists`, which PostgreSQL may answer by reading all items of all feeds.
 */
export const numberInFeed = () =>
  siteSettings().feed.numbersAll
    ? sql<number | null>`${episodes.number}`
    : sql<number | null>`(case when ${episodes.number} = ${episodes.givenNumber} and (
        select bool_or(f.item ->> 'number' is null) from ${feedItems} f where f.episode_id = ${episodes}.id)
      then null else ${episodes.number} end)`

/** An episode of the feed before it is read: `print` is another one once anything is that the feed says of it. */
export type ListedEpisode = {
  id: number
  print: string
  publishedAt: Date
  commentsOpen: "automatic" | "open" | "closed"
}

/** All public episodes with a sound, newest first. */
export async function listFeedEpisodes(): Promise<ListedEpisode[]> {
  const { rows } = await db.execute<Omit<ListedEpisode, "publishedAt"> & { ms: number }>(sql`
    select id, extract(epoch from published_at)::float8 * 1000 as ms, comments_open as "commentsOpen",
      md5(concat(${episodes}.*::text, ${guestsOfEpisode}, ${transcriptOfEpisode}, ${fileOf(episodes.audioUrl)}, ${fileOf(episodes.thumbnailUrl)}, ${numberInFeed()})) as print
    from ${episodes} where ${isPublic} and ${episodes.audioUrl} <> ''
    order by ${episodes.publishedAt} desc, ${episodes.id} desc`)
  return rows.map(({ ms, ...row }) => ({ ...row, publishedAt: new Date(ms) }))
}

/** What the feed says of episodes. @param ids a few hundred at most */
export const readFeedEpisodes = (ids: number[]) => selectEpisodes(inArray(episodes.id, ids))

/** So many are named beside the podcast: one for it and some for its seasons. */
const MAX_TRAILERS = 20

/** The public trailers with a sound, newest first. */
export const listTrailers = () =>
  selectEpisodes(sql`${isPublic} and ${episodes.audioUrl} <> '' and ${episodes.type} = 'trailer'`)
    .orderBy(desc(episodes.publishedAt), desc(episodes.id))
    .limit(MAX_TRAILERS)

function selectEpisodes(condition: SQL) {
  return db
    .select({
      id: episodes.id,
      // Rows of an old backup have none yet.
      guid: sql<string>`coalesce(${episodes.guid}, episode_guid(${episodes.id}, ${episodes.createdAt}))`,
      title: episodes.title,
      subtitle: episodes.subtitle,
      guest: episodes.guest,
      guests: guestsOfEpisode,
      description: episodes.description,
      credits: episodes.credits,
      links: episodes.links,
      transcript: transcriptOfEpisode,
      publishedAt: episodes.publishedAt,
      audioUrl: sql<string>`coalesce(${episodes.audioUrl}, '')`,
      audioType: episodes.audioType,
      audioBytes: episodes.audioBytes,
      sound: fileOf(episodes.audioUrl),
      durationSeconds: episodes.durationSeconds,
      season: episodes.season,
      number: numberInFeed(),
      chapters: episodes.chapters,
      soundbites: episodes.soundbites,
      type: episodes.type,
      isExplicit: episodes.isExplicit,
      commentsOpen: episodes.commentsOpen,
      thumbnailUrl: episodes.thumbnailUrl,
      picture: fileOf(episodes.thumbnailUrl),
      youtubeUrl: episodes.youtubeUrl,
      spotifyUrl: episodes.spotifyUrl,
    })
    .from(episodes)
    .where(condition)
}

/** The file of a picture's address, such as the podcast's cover. */
export async function findFeedFile(address: string) {
  const { rows } = await db.execute<{ file: FeedFile | null }>(sql`select ${fileOf(address)} as file`)
  return rows[0]?.file ?? null
}
