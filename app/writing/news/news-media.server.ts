import { and, asc, eq, getTableColumns, ne, sql } from "drizzle-orm"
import { whereIsPublic } from "#app/content/published.server.ts"
import { captionsOf } from "#app/db/captions.server.ts"
import { db, type Database, type Transaction } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { news, newsMedia } from "#app/db/schema/content.server.ts"
import { type ListedMedium, readMedia, writeMedia } from "./media-list.ts"

/** The media of a published item after its first one. */
export type FurtherMedium = Awaited<ReturnType<typeof listFurtherMedia>>[number]

const isShown = and(whereIsPublic(news), ne(news.mediaType, "article"))

/** What a form holds of an item's further media (media-list.ts). */
export async function listedMedia(newsId: number, database: Database | Transaction = db) {
  const { mediaType, mediaUrl, thumbnailUrl, caption } = getTableColumns(newsMedia)
  const media: ListedMedium[] = await database
    .select({ mediaType, mediaUrl, thumbnailUrl, caption })
    .from(newsMedia)
    .where(eq(newsMedia.newsId, newsId))
    .orderBy(asc(newsMedia.position))
  return writeMedia(media)
}

/** Puts other media in the place of an item's further ones. @param listed as a form holds them, without anything wrong */
export async function replaceMedia(tx: Transaction, newsId: number, listed: string) {
  await tx.delete(newsMedia).where(eq(newsMedia.newsId, newsId))
  const rows = readMedia(listed).map((medium, index) => ({ ...medium, newsId, position: index + 1 }))
  if (rows.length > 0) await tx.insert(newsMedia).values(rows)
}

/** The media of a published image or video after its first one, in their order; none of any other item. */
export function listFurtherMedia(newsId: number) {
  return db
    .select({
      mediaType: newsMedia.mediaType,
      mediaUrl: newsMedia.mediaUrl,
      thumbnailUrl: newsMedia.thumbnailUrl,
      caption: frenchText(newsMedia.caption),
      captions: captionsOf(newsMedia.mediaUrl),
      picture: pictureOf(
        sql`coalesce(${newsMedia.thumbnailUrl}, case ${newsMedia.mediaType} when 'image' then ${newsMedia.mediaUrl} end)`,
      ),
    })
    .from(newsMedia)
    .innerJoin(news, eq(news.id, newsMedia.newsId))
    .where(and(eq(newsMedia.newsId, newsId), isShown))
    .orderBy(asc(newsMedia.position))
}

/** How many media the published images and videos have beside their first ones. @param category of one only */
export async function countFurtherMedia(category: string | undefined) {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(newsMedia)
    .innerJoin(news, eq(news.id, newsMedia.newsId))
    .where(and(isShown, category === undefined ? undefined : eq(news.category, category)))
  return row?.count ?? 0
}
