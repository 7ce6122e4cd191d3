import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import { nextVersion, type Saved } from "#app/db/versions.server.ts"
import { publicationTime } from "#app/lib/dates.ts"
import type { EpisodeForm } from "./episode-form.schema.ts"
import { nextRound, numberEpisodes } from "./rounds.server.ts"

type Writer = Pick<typeof db, "insert" | "update">

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
      season: episodes.season,
      number: episodes.number,
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
      hasNoGuest: episodes.hasNoGuest,
      season: episodes.season,
      number: episodes.number,
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

/** Creates an episode; without a day it is dated now (docs/product.md 18.2). */
export async function createEpisode({ publicationDay, ...values }: EpisodeForm): Promise<Saved> {
  const now = new Date()
  const publishedAt = publicationDay === null ? now : publicationTime(publicationDay, now)
  const isNumbered = values.isPublished && values.number === null
  const round = isNumbered ? nextRound(values.season) : {}
  const insert = (on: Writer) =>
    on
      .insert(episodes)
      .values({ ...values, publishedAt, ...round })
      .returning({ id: episodes.id })
  const [created] = await (isNumbered ? numberEpisodes(insert) : insert(db))
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
  // Of one that was published before the number was taken away on purpose.
  const isNumbered = values.isPublished && !current.isPublished && values.number === null
  const round = isNumbered ? nextRound(values.season) : {}
  const update = (on: Writer) =>
    on
      .update(episodes)
      .set({
        ...values,
        views: views === viewsBefore ? undefined : views,
        publishedAt,
        ...round,
        ...nextVersion(episodes),
      })
      .where(and(eq(episodes.id, id), eq(episodes.version, version)))
      .returning({ id: episodes.id })
  const saved = await (isNumbered ? numberEpisodes(update) : update(db))
  if (saved.length > 0) return { outcome: "saved", id }
  const newer = await findEditedEpisode(id)
  return newer ? { outcome: "stale", version: newer.version } : { outcome: "missing" }
}

/** Publishing for the first time gives a number where there is none. @returns false when there is no such episode */
export async function setEpisodePublished(id: number, isPublished: boolean) {
  const set = (on: Writer, round = {}, condition?: SQL) =>
    on
      .update(episodes)
      .set({ isPublished, ...round, ...nextVersion(episodes) })
      .where(and(eq(episodes.id, id), condition))
      .returning({ id: episodes.id })
  const changed = await (isPublished
    ? numberEpisodes(async (tx) => {
        const isFirst = sql`not ${episodes.isPublished} and ${episodes.number} is null`
        const numbered = await set(tx, nextRound("own"), isFirst)
        return numbered.length > 0 ? numbered : set(tx)
      })
    : set(db))
  return changed.length > 0
}

/** Deletes an episode with its likes and comments. @returns false when there is no such episode */
export async function deleteEpisode(id: number) {
  const deleted = await db.delete(episodes).where(eq(episodes.id, id)).returning({ id: episodes.id })
  return deleted.length > 0
}
