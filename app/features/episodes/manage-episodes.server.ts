import { eq, sql } from "drizzle-orm"
import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { publicationTime } from "#app/lib/dates.ts"
import { countOf } from "./counts.server.ts"
import type { EpisodeForm } from "./episode-form.schema.ts"
import { nextRound, numberEpisodes } from "./rounds.server.ts"

const content = versioned(episodes, {
  kind: "episode",
  listed: columnsOf(episodes, "title", "guest", "season", "number", "isPublished", "publishedAt"),
  edited: {
    ...columnsOf(
      episodes,
      "title",
      "guest",
      "hasNoGuest",
      "season",
      "number",
      "description",
      "youtubeUrl",
      "spotifyUrl",
      "thumbnailUrl",
      "publishedAt",
      "isPublished",
    ),
    views: countOf("views"),
  },
  newestBy: episodes.publishedAt,
})

export const {
  list: listEpisodes,
  count: countEpisodes,
  find: findEditedEpisode,
  /** With its likes and comments. */
  remove: deleteEpisode,
  /** Of those that an import changes. */
  keep: keepEpisodeVersions,
} = content

/** Creates an episode; without a day it is dated now (docs/product.md 18.2). */
export function createEpisode({ publicationDay, views, ...values }: EpisodeForm) {
  const now = new Date()
  const publishedAt = publicationDay === null ? now : publicationTime(publicationDay, now)
  const isNumbered = values.isPublished && values.number === null
  const row = { ...values, publishedAt, ...(isNumbered && nextRound(values.season)) }
  return saveEpisode((tx) => content.create(row, tx, { after: { views: views || null } }), {
    isNumbered,
    views,
  })
}

/** Views are only set when they were changed in the form, so that those counted meanwhile stay. */
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
  const row = { ...values, publishedAt, ...(isNumbered && nextRound(values.season)) }
  const isCounted = views !== viewsBefore
  const along = isCounted ? { before: { views: viewsBefore }, after: { views } } : {}
  return saveEpisode((tx) => content.update(id, version, row, tx, along), {
    isNumbered,
    views: isCounted ? views : undefined,
  })
}

type Extras = { isNumbered: boolean; views: number | undefined }

/** An episode with its number and its views, or nothing of it. */
function saveEpisode(save: (tx: Transaction) => Promise<Saved>, { isNumbered, views }: Extras) {
  const work = async (tx: Transaction) => {
    const saved = await save(tx)
    if (saved.outcome === "saved" && views !== undefined)
      await tx.update(episodeCounts).set({ views }).where(eq(episodeCounts.episodeId, saved.id))
    return saved
  }
  return isNumbered ? numberEpisodes(work) : db.transaction(work)
}

/** Publishing for the first time gives a number where there is none. */
export function setEpisodePublished(id: number, isPublished: boolean) {
  if (!isPublished) return content.setPublished(id, { isPublished })
  const isFirst = sql`not ${episodes.isPublished} and ${episodes.number} is null`
  return numberEpisodes(
    async (tx) =>
      (await content.setPublished(id, { isPublished, ...nextRound("own") }, tx, isFirst)) ||
      content.setPublished(id, { isPublished }, tx),
  )
}
