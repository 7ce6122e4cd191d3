import { eq, inArray, sql } from "drizzle-orm"
import { statusRank, whereStatus } from "#app/content/lists/content-rows.server.ts"
import { listedRows } from "#app/content/lists/listed-rows.server.ts"
import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import { db } from "#app/db/client.server.ts"
import { listDistinct } from "#app/db/distinct.server.ts"
import { news } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import { publicationTime } from "#app/kit/lib/dates.ts"
import type { NewsForm } from "./news-form.schema.ts"
import { NEWS } from "./news-list.ts"
import { categoryLabel, type CategoryLabels, MEDIA_TYPES } from "./news.schema.ts"
import { listedMedia, replaceMedia } from "./news-media.server.ts"

const rows = listedRows(NEWS, {
  table: news,
  title: news.title,
  search: (search) => contains(news.searchText, search),
  filters: {
    etat: whereStatus(news),
    categorie: (category) => eq(news.category, category),
    type: (type) =>
      inArray(
        news.mediaType,
        MEDIA_TYPES.filter((known) => known === type),
      ),
  },
  sorts: {
    creation: { index: [news.createdAt] },
    date: { row: news.publishedAt },
    titre: { row: news.searchText },
    categorie: { row: news.category },
    etat: { row: statusRank(news) },
  },
})

const items = versioned(news, {
  kind: "news",
  rows,
  listed: columnsOf(
    news,
    "title",
    "category",
    "mediaType",
    "isPublished",
    "publishedAt",
    "createdAt",
    "isStarter",
  ),
  edited: columnsOf(
    news,
    "title",
    "mediaType",
    "category",
    "publishedAt",
    "mediaUrl",
    "mediaCaption",
    "thumbnailUrl",
    "content",
    "externalUrl",
    "isPublished",
  ),
  beside: async (tx, id) => ({ media: await listedMedia(id, tx) }),
})

export const { rows: newsRows, list: listNews, remove: deleteNewsItem } = items

const MAX_CATEGORIES = 100

/** The categories of what is published, beside those that are known, to choose from. @param labels how hosts call them */
export async function listCategories(labels: CategoryLabels) {
  const found = await listDistinct<string>(
    news,
    sql`${news.category}`,
    sql`${news.isPublished}`,
    MAX_CATEGORIES,
  )
  return found.map((category) => ({ value: category, label: categoryLabel(category, labels) }))
}

/** What the form edits of one item, or undefined. */
export async function findEditedNews(id: number) {
  const [item, media] = await Promise.all([items.find(id), listedMedia(id)])
  return item && { ...item, media }
}

/** Creates a news item; published without a day, it is dated now. */
export function createNewsItem({ media, ...form }: NewsForm) {
  return db.transaction(async (tx) => {
    const saved = await items.create(toRow(form), tx, media ? { after: { media } } : undefined)
    if (saved.outcome === "saved" && media) await replaceMedia(tx, saved.id, media)
    return saved
  })
}

export async function updateNewsItem(
  id: number,
  version: number,
  { media, ...form }: NewsForm,
): Promise<Saved> {
  const current = await items.find(id)
  if (!current) return { outcome: "missing" }
  return db.transaction(async (tx) => {
    // Whoever changes them changes the version, too.
    const before = await listedMedia(id, tx)
    const along = { before: { media: before }, after: { media } }
    const saved = await items.update(id, version, toRow(form, current.publishedAt), tx, along)
    if (saved.outcome === "saved" && media !== before) await replaceMedia(tx, id, media)
    return saved
  })
}

/** The day chosen by hand counts; without one, what is published is dated now. */
function toRow({ publicationDay, ...values }: Omit<NewsForm, "media">, previous: Date | null = null) {
  const now = new Date()
  const undated = values.isPublished ? now : null
  const publishedAt = publicationDay === null ? undated : publicationTime(publicationDay, now, previous)
  return { ...values, publishedAt, source: "manual" }
}

/** Puts a news item into another category. @returns false when there is no such item */
export function setNewsCategory(id: number, category: string) {
  return items.change(id, { category })
}

/** Publishes a news item as of now, or takes it back. */
export function setNewsPublished(id: number, isPublished: boolean) {
  return items.setPublished(id, { isPublished, publishedAt: isPublished ? new Date() : null })
}
