import { and, desc, eq, ne, sql } from "drizzle-orm"
import { type PublishedContent, whereIsPublic } from "#app/content/published.server.ts"
import { db } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { news } from "#app/db/schema/content.server.ts"

export type NewsItem = Awaited<ReturnType<typeof listPublishedNews>>[number]

/** News have no pages of their own. */
export const publishedNews: PublishedContent = { table: news }

const isPublic = whereIsPublic(news)

type ListOptions = {
  category?: string
  /** Only images and videos. */
  onlyMedia?: boolean
  limit: number
  offset?: number
}

const orderBy = [desc(news.publishedAt), desc(news.id)]

/** Published news, newest first. */
export function listPublishedNews({ category, onlyMedia = false, limit, offset = 0 }: ListOptions) {
  const where = and(
    isPublic,
    category === undefined ? undefined : eq(news.category, category),
    onlyMedia ? ne(news.mediaType, "article") : undefined,
  )
  const page = selectPage(news, { where, orderBy, limit, offset })
  return db
    .select({
      id: news.id,
      title: frenchText(news.title),
      content: news.content,
      mediaType: news.mediaType,
      mediaUrl: news.mediaUrl,
      thumbnailUrl: news.thumbnailUrl,
      category: news.category,
      externalUrl: news.externalUrl,
      publishedAt: news.publishedAt,
    })
    .from(page)
    .innerJoin(news, eq(news.id, page.id))
    .orderBy(...orderBy)
}

/** The categories of published news, in alphabetical order, with how many images and videos each has. */
export async function countNewsByCategory() {
  // From each category straight to the next one in the index, instead of through all news.
  const { rows } = await db.execute<{ category: string; media: number }>(sql`
    with recursive known (category) as (
      select min(${news.category}) from ${news} where ${isPublic}
      union all
      select (select min(${news.category}) from ${news} where ${isPublic} and ${news.category} > known.category)
      from known where known.category is not null
    )
    select known.category,
      (select count(*)::int from ${news}
       where ${isPublic} and ${news.mediaType} <> 'article' and ${news.category} = known.category) as media
    from known where known.category is not null order by known.category`)
  return rows
}
