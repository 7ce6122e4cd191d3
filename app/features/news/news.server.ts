import { and, desc, eq, ne, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { news } from "#app/db/schema.server.ts"

export type NewsItem = Awaited<ReturnType<typeof listPublishedNews>>[number]

/** Published and not dated in the future. */
const isPublic = sql`${news.isPublished} and ${news.publishedAt} <= now()`

type ListOptions = {
  category?: string
  /** Only images and videos. */
  onlyMedia?: boolean
  limit: number
  offset?: number
}

/** Published news, newest first. */
export function listPublishedNews({ category, onlyMedia = false, limit, offset = 0 }: ListOptions) {
  return db
    .select({
      id: news.id,
      title: news.title,
      content: news.content,
      mediaType: news.mediaType,
      mediaUrl: news.mediaUrl,
      thumbnailUrl: news.thumbnailUrl,
      category: news.category,
      externalUrl: news.externalUrl,
      publishedAt: news.publishedAt,
    })
    .from(news)
    .where(
      and(
        isPublic,
        category === undefined ? undefined : eq(news.category, category),
        onlyMedia ? ne(news.mediaType, "article") : undefined,
      ),
    )
    .orderBy(desc(news.publishedAt), desc(news.id))
    .limit(limit)
    .offset(offset)
}

/** The categories of published news, in alphabetical order, with how many images and videos each has. */
export function countNewsByCategory() {
  return db
    .select({
      category: news.category,
      media: sql<number>`(count(*) filter (where ${news.mediaType} <> 'article'))::int`,
    })
    .from(news)
    .where(isPublic)
    .groupBy(news.category)
    .orderBy(news.category)
}
