import { and, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm"
import { type PublishedContent, whereIsPublic } from "#app/content/published.server.ts"
import { captionsOf } from "#app/db/captions.server.ts"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { type Count, preparedList, selectPage } from "#app/db/page.server.ts"
import { pictureOf } from "#app/db/pictures.server.ts"
import { news, newsMedia } from "#app/db/schema/content.server.ts"
import { NEWS_PER_PAGE } from "./news.schema.ts"

export type NewsItem = Awaited<ReturnType<typeof selectPublished>>[number]

/** News have no pages of their own. */
export const publishedNews: PublishedContent = {
  table: news,
  // Of pictures and films; what is read stands among the others.
  page: { prefix: "/news/galeries/", key: news.id, anchor: "/news#actualite-", inSitemap: 0 },
  text: news.content,
  picture: sql`coalesce(${news.thumbnailUrl}, case ${news.mediaType} when 'image' then ${news.mediaUrl} end)`,
  search: {
    name: "actualites",
    path: sql`case when ${news.mediaType} <> 'article' then '/news/galeries/' || ${news.id}
      else '/news?page=' || 1 + (select count(*) from news newer where newer.is_published and newer.published_at <= now()
        and (newer.published_at, newer.id) > (${news.publishedAt}, ${news.id})) / ${sql.raw(String(NEWS_PER_PAGE))}
        || '#actualite-' || ${news.id} end`,
    also: { category: news.category },
  },
}

const isPublic = whereIsPublic(news)

type ListOptions = {
  category?: string
  /** Only images and videos. */
  onlyMedia?: boolean
  limit: number
  offset?: number
}

/** The address of `pictureOf` in news.schema.ts. */
const shownAddress = sql`coalesce(${news.thumbnailUrl}, case ${news.mediaType} when 'image' then ${news.mediaUrl} end)`

/** How many media follow the first one. */
const furtherCount = sql<number>`(select count(*)::int from ${newsMedia} where ${newsMedia.newsId} = ${news.id})`

const orderBy = [desc(news.publishedAt), desc(news.id)]

/** Published news, newest first. */
export function listPublishedNews({ category, onlyMedia = false, limit, offset = 0 }: ListOptions) {
  if (category === undefined && !onlyMedia) return listNewest({ limit, offset })
  const ofCategory = category === undefined ? undefined : eq(news.category, category)
  return selectPublished(
    limit,
    offset,
    and(ofCategory, onlyMedia ? ne(news.mediaType, "article") : undefined),
  )
}

function selectPublished(limit: Count, offset: Count, condition?: SQL) {
  const page = selectPage(news, { where: and(isPublic, condition), orderBy, limit, offset })
  return db
    .select({
      id: news.id,
      title: frenchText(news.title),
      content: news.content,
      mediaType: news.mediaType,
      mediaUrl: news.mediaUrl,
      thumbnailUrl: news.thumbnailUrl,
      mediaCaption: frenchText(news.mediaCaption),
      captions: captionsOf(news.mediaUrl),
      further: furtherCount,
      picture: pictureOf(shownAddress),
      category: news.category,
      externalUrl: news.externalUrl,
      publishedAt: news.publishedAt,
    })
    .from(page)
    .innerJoin(news, eq(news.id, page.id))
    .orderBy(...orderBy)
}

/** A published image or video, or undefined. */
export async function findPublishedAlbum(id: number) {
  const [item] = await selectPublished(1, 0, and(eq(news.id, id), ne(news.mediaType, "article")))
  return item
}

/** A published item's film, or undefined. */
export async function findPublishedFilm(id: number) {
  const [item] = await selectPublished(
    1,
    0,
    and(eq(news.id, id), eq(news.mediaType, "video"), isNotNull(news.mediaUrl)),
  )
  return item
}

const listNewest = preparedList("published_news", selectPublished)

/** The categories of published news, in alphabetical order, with how many images and videos each has. */
export function countNewsByCategory() {
  return categoriesStatement().execute()
}

const categoriesStatement = preparedOnce(() =>
  db
    .select({
      category: sql<string>`known.category`,
      media: sql<number>`(select count(*)::int from ${news}
        where ${isPublic} and ${news.mediaType} <> 'article' and ${news.category} = known.category)`,
    })
    // From each category straight to the next one in the index, instead of through all news.
    .from(
      sql`(with recursive step (category) as (
        select min(${news.category}) from ${news} where ${isPublic}
        union all
        select (select min(${news.category}) from ${news} where ${isPublic} and ${news.category} > step.category)
        from step where step.category is not null
      ) select category from step where category is not null) known`,
    )
    .orderBy(sql`known.category`)
    .prepare("news_categories"),
)
