import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import { type PublishedContent, whereIsPublic } from "#app/content/published.server.ts"
import { mayReadDraft } from "#app/content/reach.server.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { type Database, db, preparedOnce, type Transaction } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { type Count, preparedList, selectPage } from "#app/db/page.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import type { Soundbite } from "#app/kit/lib/soundbites.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { contains } from "#app/db/search.server.ts"
import { shownChapters, shownSoundbites } from "../chapters/chapters.server.ts"
import { toBars } from "../player/waves.server.ts"
import { countOf } from "./counts.server.ts"
import { guestAddresses, guestsOfEpisode } from "../guests/public-guests.server.ts"

/** What a card shows of an episode. */
export type EpisodeCard = Awaited<ReturnType<typeof selectPublished>>[number]

export const cardColumns = {
  id: episodes.id,
  title: frenchText(episodes.title),
  guest: frenchText(episodes.guest),
  hasNoGuest: episodes.hasNoGuest,
  season: episodes.season,
  number: episodes.number,
  views: countOf("views"),
  thumbnailUrl: episodes.thumbnailUrl,
  picture: pictureOf(episodes.thumbnailUrl),
  durationSeconds: episodes.durationSeconds,
  audioUrl: episodes.audioUrl,
  hasChapters: sql<boolean>`${episodes.chapters} <> '[]'`,
  publishedAt: episodes.publishedAt,
}

export const publishedEpisodes: PublishedContent = {
  table: episodes,
  page: { prefix: "/episodes/", key: episodes.id, inSitemap: 40_000, further: guestAddresses },
  summary: episodes.subtitle,
  text: episodes.description,
  picture: episodes.thumbnailUrl,
  search: {
    name: "episodes",
    also: {
      guest: episodes.guest,
      season: episodes.season,
      number: episodes.number,
      durationSeconds: episodes.durationSeconds,
      audioUrl: episodes.audioUrl,
    },
  },
}

/** Published and not dated in the future. */
export const isPublic = whereIsPublic(episodes)

/**
 * Published episodes, newest first.
 *
 * @param options.search a literal substring of title or guest, whatever its case and accents
 * @param options.offset how many to pass over
 */
export function listPublishedEpisodes(options: { search?: string; limit: number; offset?: number }) {
  const { search, limit, offset = 0 } = options
  if (search) return selectPublished(limit, offset, contains(episodes.searchText, search))
  return listNewest({ limit, offset })
}

const orderBy = [desc(episodes.publishedAt), desc(episodes.id)]

export function selectPublished(limit: Count, offset: Count, condition?: SQL) {
  const page = selectPage(episodes, { where: and(isPublic, condition), orderBy, limit, offset })
  return db
    .select(cardColumns)
    .from(page)
    .innerJoin(episodes, eq(episodes.id, page.id))
    .orderBy(...orderBy)
}

const listNewest = preparedList("published_episodes", selectPublished)

/** The outline of its sound, where that is one of the library's. */
const barsOfSound = sql<string | null>`(select m.waveform from ${media} m
  where m.key = substring(${episodes.audioUrl} from '^/media/([A-Za-z0-9_-]{22})/'))`.mapWith(toBars)

const pageColumns = {
  ...cardColumns,
  description: episodes.description,
  audioType: episodes.audioType,
  youtubeUrl: episodes.youtubeUrl,
  spotifyUrl: episodes.spotifyUrl,
  isPublished: episodes.isPublished,
  likes: countOf("likes"),
  subtitle: frenchText(episodes.subtitle),
  type: episodes.type,
  isExplicit: episodes.isExplicit,
  commentsOpen: episodes.commentsOpen,
  credits: episodes.credits,
  links: sql<Link[]>`${episodes.links}`.mapWith(webLinks),
  chapters: sql<Chapter[]>`${episodes.chapters}`.mapWith(shownChapters),
  soundbites: sql<Soundbite[]>`${episodes.soundbites}`.mapWith(shownSoundbites),
  guests: guestsOfEpisode,
  /** What is said in it, where that is published. */
  cues: sql<Cue[] | null>`(select t.cues from ${transcripts} t
    where t.episode_id = ${episodes}.id and t.is_published)`,
  bars: barsOfSound,
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
    .select(pageColumns)
    .from(episodes)
    .where(and(eq(episodes.id, sql.placeholder("id")), isPublic))
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
    .select(pageColumns)
    .from(episodes)
    .where(eq(episodes.id, sql.placeholder("id")))
    .prepare("any_episode"),
)

/** What tells whether one may comment on an episode; undefined for one that not everybody may see. */
export async function findCommentable(id: number, database: Database | Transaction = db) {
  const [found] = await database
    .select({ commentsOpen: episodes.commentsOpen, publishedAt: episodes.publishedAt })
    .from(episodes)
    .where(and(eq(episodes.id, id), isPublic))
  return found
}

/** True when everybody may see the episode, and so like it and comment on it. */
export async function isPublicEpisode(id: number, database: Database | Transaction = db) {
  const [found] = await database
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(eq(episodes.id, id), isPublic))
  return found !== undefined
}
