import { and, desc, eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { contains } from "#app/db/search.server.ts"
import { nextVersion, type Saved } from "#app/db/versions.server.ts"
import { publicationTime } from "#app/lib/dates.ts"
import type { EpisodeForm } from "./episode-form.schema.ts"

const matching = (search: string) => (search ? contains(episodes.searchText, search) : undefined)

const orderBy = [desc(episodes.publishedAt), desc(episodes.id)]

/**
 * Episodes, published or not, newest publication first.
 *
 * @param options.search a literal substring of title or guest; empty for all
 */
export function listEpisodes({ search, limit, offset }: { search: string; limit: number; offset: number }) {
  const page = selectPage(episodes, { where: matching(search), orderBy, limit, offset })
  return db
    .select({
      id: episodes.id,
      title: episodes.title,
      guest: episodes.guest,
      isPublished: episodes.isPublished,
      publishedAt: episodes.publishedAt,
    })
    .from(page)
    .innerJoin(episodes, eq(episodes.id, page.id))
    .orderBy(...orderBy)
}

/** How many episodes `listEpisodes` would go through, counted up to `most`. */
export function countEpisodes(search: string, most: number) {
  return countUpTo(most, episodes, matching(search))
}

/** What the form edits of one episode, or undefined. */
export async function findEditedEpisode(id: number) {
  const [episode] = await db
    .select({
      id: episodes.id,
      version: episodes.version,
      title: episodes.title,
      guest: episodes.guest,
      description: episodes.description,
      youtubeUrl: episodes.youtubeUrl,
      spotifyUrl: episodes.spotifyUrl,
      thumbnailUrl: episodes.thumbnailUrl,
      views: episodes.views,
      publishedAt: episodes.publishedAt,
      isPublished: episodes.isPublished,
    })
    .from(episodes)
    .where(eq(episodes.id, id))
  return episode
}

/** Creates an episode; without a day it is dated now (decisions: today means now). */
export async function createEpisode({ publicationDay, ...values }: EpisodeForm): Promise<Saved> {
  const now = new Date()
  const publishedAt = publicationDay === null ? now : publicationTime(publicationDay, now)
  const [created] = await db
    .insert(episodes)
    .values({ ...values, publishedAt })
    .returning({ id: episodes.id })
  if (!created) throw new Error("the episode was not inserted")
  return { outcome: "saved", id: created.id }
}

/**
 * Saves an edited episode, unless somebody else saved it since the form was filled.
 *
 * @param version the version that the form was filled from; views are only set when they were changed in it, so that
 *   those counted meanwhile stay
 */
export async function updateEpisode(
  id: number,
  version: number,
  { publicationDay, views, viewsBefore, ...values }: EpisodeForm,
): Promise<Saved> {
  const current = await findEditedEpisode(id)
  if (!current) return { outcome: "missing" }
  const publishedAt =
    publicationDay === null
      ? current.publishedAt
      : publicationTime(publicationDay, new Date(), current.publishedAt)
  const saved = await db
    .update(episodes)
    .set({
      ...values,
      views: views === viewsBefore ? undefined : views,
      publishedAt,
      ...nextVersion(episodes),
    })
    .where(and(eq(episodes.id, id), eq(episodes.version, version)))
    .returning({ id: episodes.id })
  if (saved.length > 0) return { outcome: "saved", id }
  const newer = await findEditedEpisode(id)
  return newer ? { outcome: "stale", version: newer.version } : { outcome: "missing" }
}

/** @returns false when there is no such episode */
export async function setEpisodePublished(id: number, isPublished: boolean) {
  const changed = await db
    .update(episodes)
    .set({ isPublished, ...nextVersion(episodes) })
    .where(eq(episodes.id, id))
    .returning({ id: episodes.id })
  return changed.length > 0
}

/** Deletes an episode with its likes and comments. @returns false when there is no such episode */
export async function deleteEpisode(id: number) {
  const deleted = await db.delete(episodes).where(eq(episodes.id, id)).returning({ id: episodes.id })
  return deleted.length > 0
}
