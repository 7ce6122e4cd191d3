import { desc, inArray, type SQL, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { isOpen, publicEpisodes } from "#app/db/public-episodes.server.ts"
import { mediumKey } from "#app/db/schema/columns.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { levels } from "#app/db/schema/supporters.server.ts"
import { isPublic, isReleased } from "../episodes/episodes.server.ts"

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

/** Of which table the feed tells what, and the sound of its episodes. */
type Source = {
  table: typeof episodes
  audioUrl: SQL
  durationSeconds: SQL
  transcript: SQL
  hasPage: SQL
  rank: SQL
}

/** Whether its transcript is there to be read, and whether it has times. */
const publicTranscript = sql`(
  select case when jsonb_typeof(t.cues -> 0 -> 'start') = 'number' then 'timed' else 'plain' end
  from ${transcripts} t where t.episode_id = ${publicEpisodes}.id and t.is_published and ${isOpen})`

/** What everybody may hear. */
export const EVERYBODYS: Source = {
  table: publicEpisodes,
  audioUrl: sql`${publicEpisodes.audioUrl}`,
  durationSeconds: sql`${publicEpisodes.durationSeconds}`,
  transcript: publicTranscript,
  hasPage: sql`true`,
  rank: sql`0`,
}

/** What supporters hear instead: what is not open yet, or another sound. Its words stand on no page meanwhile. */
export const SUPPORTERS: Source = {
  table: episodes,
  audioUrl: sql`coalesce(${episodes.supporterAudioUrl}, ${episodes.audioUrl})`,
  durationSeconds: sql`case when ${episodes.supporterAudioUrl} is null then ${episodes.durationSeconds}
    else (select m.duration_ms / 1000 from ${media} m where m.key = ${mediumKey(episodes.supporterAudioUrl)}) end`,
  transcript: sql`null`,
  hasPage: sql`not (${episodes.isReservedHidden} and ${episodes.opensAt} > now())`,
  rank: sql`coalesce((select l.rank from ${levels} l where l.id = ${episodes.reservedLevelId}), 0)`,
}

/** Which of its rows are in it. */
const conditionOf = ({ table, audioUrl }: Source) =>
  table === publicEpisodes
    ? sql`${isPublic} and ${audioUrl} <> ''`
    : sql`${isReleased} and ${audioUrl} <> '' and (${episodes.opensAt} > now() or ${episodes.supporterAudioUrl} is not null)`

const guestsOf = (table: typeof episodes) => sql<FeedGuest[]>`(
  select coalesce(json_agg(json_build_object('name', g.name, 'slug', g.slug, 'pictureUrl', g.picture_url)
    order by eg.position, g.id), '[]')
  from ${episodeGuests} eg join ${guests} g on g.id = eg.guest_id where eg.episode_id = ${table}.id)`

/**
 * Its round, but for one that the site counted where the episode's own feed has none: that one is the site's, unless hosts give
 * it out. Not by `exists`, which PostgreSQL may answer by reading all items of all feeds.
 */
export const numberInFeed = (table: typeof episodes = publicEpisodes) =>
  siteSettings().feed.numbersAll
    ? sql<number | null>`${table.number}`
    : sql<number | null>`(case when ${table.number} = ${table.givenNumber} and (
        select bool_or(f.item ->> 'number' is null) from ${feedItems} f where f.episode_id = ${table}.id)
      then null else ${table.number} end)`

/** An episode of the feed before it is read: `print` is another one once anything is that the feed says of it. */
export type ListedEpisode = {
  id: number
  print: string
  publishedAt: Date
  commentsOpen: "automatic" | "open" | "closed"
  /** The least rank of who gets it. */
  rank: number
}

/** All episodes of a feed with a sound, newest first. */
export async function listFeedEpisodes(of = EVERYBODYS): Promise<ListedEpisode[]> {
  const { table, audioUrl, durationSeconds, transcript, hasPage, rank } = of
  const { rows } = await db.execute<Omit<ListedEpisode, "publishedAt"> & { ms: number }>(sql`
    select id, extract(epoch from published_at)::float8 * 1000 as ms, comments_open as "commentsOpen", ${rank} as rank,
      md5(concat(${table}.*::text, ${guestsOf(table)}, ${transcript}, ${fileOf(audioUrl)}, ${durationSeconds}, ${hasPage},
        ${fileOf(table.thumbnailUrl)}, ${numberInFeed(table)})) as print
    from ${table} where ${conditionOf(of)}
    order by ${table.publishedAt} desc, ${table.id} desc`)
  return rows.map(({ ms, ...row }) => ({ ...row, publishedAt: new Date(ms) }))
}

/** What the feed says of episodes. @param ids a few hundred at most */
export const readFeedEpisodes = (ids: number[], of = EVERYBODYS) =>
  selectEpisodes(inArray(of.table.id, ids), of)

/** The newest of what supporters of a rank hear, and nobody else does. */
export const listReservedEpisodes = (rank: number, most: number) =>
  selectEpisodes(sql`${conditionOf(SUPPORTERS)} and ${SUPPORTERS.rank} <= ${rank}`, SUPPORTERS)
    .orderBy(desc(episodes.publishedAt), desc(episodes.id))
    .limit(most)

/** So many are named beside the podcast: one for it and some for its seasons. */
const MAX_TRAILERS = 20

/** The public trailers with a sound, newest first. */
export const listTrailers = () =>
  selectEpisodes(sql`${conditionOf(EVERYBODYS)} and ${publicEpisodes.type} = 'trailer'`)
    .orderBy(desc(publicEpisodes.publishedAt), desc(publicEpisodes.id))
    .limit(MAX_TRAILERS)

function selectEpisodes(condition: SQL, of = EVERYBODYS) {
  const { table, audioUrl, durationSeconds, transcript, hasPage } = of
  return db
    .select({
      id: table.id,
      // Rows of an old backup have none yet.
      guid: sql<string>`coalesce(${table.guid}, episode_guid(${table.id}, ${table.createdAt}))`,
      title: table.title,
      subtitle: table.subtitle,
      guest: table.guest,
      guests: guestsOf(table),
      description: table.description,
      credits: table.credits,
      links: table.links,
      transcript: sql<"timed" | "plain" | null>`${transcript}`,
      publishedAt: table.publishedAt,
      audioUrl: sql<string>`coalesce(${audioUrl}, '')`,
      audioType: table.audioType,
      audioBytes: table.audioBytes,
      sound: fileOf(audioUrl),
      durationSeconds: sql<number | null>`${durationSeconds}`,
      season: table.season,
      number: numberInFeed(table),
      chapters: table.chapters,
      soundbites: table.soundbites,
      // Their times are of its own sound.
      hasOtherSound: sql<boolean>`${table.supporterAudioUrl} is not null`,
      hasPage: sql<boolean>`${hasPage}`,
      type: table.type,
      isExplicit: table.isExplicit,
      commentsOpen: table.commentsOpen,
      thumbnailUrl: table.thumbnailUrl,
      picture: fileOf(table.thumbnailUrl),
      youtubeUrl: table.youtubeUrl,
      spotifyUrl: table.spotifyUrl,
    })
    .from(table)
    .where(condition)
}

/** The file of a picture's address, such as the podcast's cover. */
export async function findFeedFile(address: string) {
  const { rows } = await db.execute<{ file: FeedFile | null }>(sql`select ${fileOf(address)} as file`)
  return rows[0]?.file ?? null
}
