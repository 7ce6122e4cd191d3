import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import { type PublishedContent, whereIsPublic } from "#app/content/published.server.ts"
import { mayReadDraft } from "#app/content/reach.server.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { type Database, db, preparedOnce, type Transaction } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { type Count, preparedList, selectPage } from "#app/db/page.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { isOpen, publicEpisodes } from "#app/db/public-episodes.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import type { Soundbite } from "#app/kit/lib/soundbites.ts"
import { mediumKey } from "#app/db/schema/columns.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { contains } from "#app/db/search.server.ts"
import { shownChapters, shownSoundbites } from "../chapters/chapters.server.ts"
import { toBars } from "../player/waves.server.ts"
import { countOf } from "./counts.server.ts"
import { guestAddresses, guestsOf } from "../guests/public-guests.server.ts"

/** What a card shows of an episode. */
export type EpisodeCard = Awaited<ReturnType<typeof selectPublished>>[number]

const cardColumnsOf = (table: typeof episodes) => ({
  id: table.id,
  title: frenchText(table.title),
  guest: frenchText(table.guest),
  hasNoGuest: table.hasNoGuest,
  season: table.season,
  number: table.number,
  views: countOf("views", table),
  thumbnailUrl: table.thumbnailUrl,
  picture: pictureOf(table.thumbnailUrl),
  durationSeconds: table.durationSeconds,
  audioUrl: table.audioUrl,
  hasChapters: sql<boolean>`${table.chapters} <> '[]'`,
  publishedAt: table.publishedAt,
})

export const cardColumns = cardColumnsOf(publicEpisodes)

export const publishedEpisodes: PublishedContent = {
  table: publicEpisodes,
  written: episodes,
  page: { prefix: "/episodes/", key: publicEpisodes.id, inSitemap: 40_000, further: guestAddresses },
  summary: publicEpisodes.subtitle,
  text: publicEpisodes.description,
  picture: publicEpisodes.thumbnailUrl,
  search: {
    name: "episodes",
    also: {
      guest: publicEpisodes.guest,
      season: publicEpisodes.season,
      number: publicEpisodes.number,
      durationSeconds: publicEpisodes.durationSeconds,
      audioUrl: publicEpisodes.audioUrl,
    },
  },
}

/** Published and not dated in the future, also for supporters only: what the office counts. */
export const isReleased = whereIsPublic(episodes)

/** The same, where everybody may see it. */
export const isPublic = whereIsPublic(publicEpisodes)

/**
 * Published publicEpisodes, newest first.
 *
 * @param options.search a literal substring of title or guest, whatever its case and accents
 * @param options.offset how many to pass over
 */
export function listPublishedEpisodes(options: { search?: string; limit: number; offset?: number }) {
  const { search, limit, offset = 0 } = options
  if (search) return selectPublished(limit, offset, contains(publicEpisodes.searchText, search))
  return listNewest({ limit, offset })
}

const orderBy = [desc(publicEpisodes.publishedAt), desc(publicEpisodes.id)]

export function selectPublished(limit: Count, offset: Count, condition?: SQL) {
  const page = selectPage(publicEpisodes, { where: and(isPublic, condition), orderBy, limit, offset })
  return db
    .select(cardColumns)
    .from(page)
    .innerJoin(publicEpisodes, eq(publicEpisodes.id, page.id))
    .orderBy(...orderBy)
}

const listNewest = preparedList("published_episodes", selectPublished)

/** The outline of its sound, where that is one of the library's. */
const barsOf = ({ audioUrl }: typeof episodes) =>
  sql<string | null>`(select m.waveform from ${media} m where m.key = ${mediumKey(audioUrl)})`.mapWith(toBars)

const pageColumnsOf = (table: typeof episodes) => ({
  ...cardColumnsOf(table),
  description: table.description,
  audioType: table.audioType,
  youtubeUrl: table.youtubeUrl,
  spotifyUrl: table.spotifyUrl,
  isPublished: table.isPublished,
  likes: countOf("likes", table),
  subtitle: frenchText(table.subtitle),
  type: table.type,
  isExplicit: table.isExplicit,
  commentsOpen: table.commentsOpen,
  credits: table.credits,
  links: sql<Link[]>`${table.links}`.mapWith(webLinks),
  chapters: sql<Chapter[]>`${table.chapters}`.mapWith(shownChapters),
  soundbites: sql<Soundbite[]>`${table.soundbites}`.mapWith(shownSoundbites),
  guests: guestsOf(table),
  /** What is said in it, where that is published. */
  cues: sql<Cue[] | null>`(select t.cues from ${transcripts} t
    where t.episode_id = ${table}.id and t.is_published ${table === publicEpisodes ? sql`and ${isOpen}` : sql``})`,
  /** That its sound is for supporters, and until when, if it opens to all. */
  reserved: sql<{ until: string | null } | null>`
    case when ${table.opensAt} > now() then extract(epoch from ${table.opensAt})::float8 end`.mapWith(
    untilOf,
  ),
  bars: barsOf(table),
})

function untilOf(seconds: number) {
  return { until: Number.isFinite(seconds) ? formatLongTime(new Date(seconds * 1_000)) : null }
}

type Link = { label: string; url: string }

/** A backup may hold what no form would take. */
function webLinks(links: Link[]) {
  return links
    .filter(({ url }) => /^https?:/i.test(url))
    .map(({ label, url }) => ({ label: frenchSpaces(label), url }))
}

/** All that its own page shows of an episode. */
export type EpisodeDetails = NonNullable<Awaited<ReturnType<typeof findPublishedEpisode>>>

/** One published episode with all its page shows, or undefined. */
export async function findPublishedEpisode(id: number) {
  const [episode] = await findStatement().execute({ id })
  return episode
}

const findStatement = preparedOnce(() =>
  db
    .select(pageColumnsOf(publicEpisodes))
    .from(publicEpisodes)
    .where(and(eq(publicEpisodes.id, sql.placeholder("id")), isPublic))
    .prepare("published_episode"),
)

/** One episode for somebody, who may see drafts or not; or undefined. */
export async function findEpisodeFor(viewer: Contributor | null, id: number) {
  return (
    (await findPublishedEpisode(id)) ??
    ((await mayReadDraft(viewer, episodes, eq(episodes.id, id))) ? findAnyEpisode(id) : undefined)
  )
}

/** One episode, published or not. */
export async function findAnyEpisode(id: number) {
  const [episode] = await findAnyStatement().execute({ id })
  return episode
}

const findAnyStatement = preparedOnce(() =>
  db
    .select(pageColumnsOf(episodes))
    .from(episodes)
    .where(eq(episodes.id, sql.placeholder("id")))
    .prepare("any_episode"),
)

/** What tells whether one may comment on an episode; undefined for one that not everybody may see. */
export async function findCommentable(id: number, database: Database | Transaction = db) {
  const [found] = await database
    .select({ commentsOpen: publicEpisodes.commentsOpen, publishedAt: publicEpisodes.publishedAt })
    .from(publicEpisodes)
    .where(and(eq(publicEpisodes.id, id), isPublic))
  return found
}

/** True when everybody may see the episode, and so like it and comment on it. */
export async function isPublicEpisode(id: number, database: Database | Transaction = db) {
  const [found] = await database
    .select({ id: publicEpisodes.id })
    .from(publicEpisodes)
    .where(and(eq(publicEpisodes.id, id), isPublic))
  return found !== undefined
}
