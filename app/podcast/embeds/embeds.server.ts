import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { isOpen, publicEpisodes } from "#app/db/public-episodes.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import { shownChapters } from "../chapters/chapters.server.ts"
import { isPublic } from "../episodes/episodes.server.ts"
import type { Playlist } from "./embed-addresses.ts"

/** What a player elsewhere shows of a published episode. */
export type EmbeddedEpisode = Awaited<ReturnType<typeof select>>[number]

const columns = {
  id: publicEpisodes.id,
  title: frenchText(publicEpisodes.title),
  guest: frenchText(publicEpisodes.guest),
  season: publicEpisodes.season,
  audioUrl: publicEpisodes.audioUrl,
  durationSeconds: publicEpisodes.durationSeconds,
  thumbnailUrl: publicEpisodes.thumbnailUrl,
  picture: pictureOf(publicEpisodes.thumbnailUrl),
  chapters: sql<Chapter[]>`${publicEpisodes.chapters}`.mapWith(shownChapters),
  /** One that can be followed: with times. */
  hasTranscript: sql<boolean>`${isOpen} and exists (select from ${transcripts} t
    where t.episode_id = ${publicEpisodes}.id and t.is_published and t.cues->0->'start' <> 'null')`,
}

const select = () => db.select(columns).from(publicEpisodes)

/** A published episode for a player elsewhere; undefined for one that is hidden, set for later or removed. */
export async function findEmbedded(id: number) {
  const [found] = await select().where(and(eq(publicEpisodes.id, id), isPublic))
  return found
}

/** The newest published one that can be heard. */
export async function findLatestEmbedded() {
  const [found] = await select()
    .where(and(isPublic, isNotNull(publicEpisodes.audioUrl)))
    .orderBy(desc(publicEpisodes.publishedAt), desc(publicEpisodes.id))
    .limit(1)
  return found
}

/** More of them no page of 20 kB holds. */
const MAX_IN_PLAYLIST = 100

/** Those of a season that can be heard, from its first on, or those that are named, in the order in which they are. */
export async function listEmbedded(playlist: Playlist) {
  const condition =
    "season" in playlist
      ? eq(publicEpisodes.season, playlist.season)
      : inArray(publicEpisodes.id, playlist.ids)
  const found = await select()
    .where(and(condition, isPublic, isNotNull(publicEpisodes.audioUrl)))
    .orderBy(asc(publicEpisodes.publishedAt), asc(publicEpisodes.id))
    .limit(MAX_IN_PLAYLIST)
  if ("season" in playlist) return found
  const place = new Map(playlist.ids.map((id, index) => [id, index]))
  return found.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
}

/** Where players may be framed, as the Content-Security-Policy says it (`frame-ancestors`). */
export function embeddingSites() {
  const { where, sites } = siteSettings().embeds
  // Where they may not be at all, a card says so, which may stand anywhere.
  if (where !== "sites") return "*"
  return [
    "'self'",
    ...sites
      .split("\n")
      .filter(Boolean)
      .flatMap((site) => [site, `*.${site}`]),
  ].join(" ")
}

export const isEmbeddable = () => siteSettings().embeds.where !== "nowhere"
