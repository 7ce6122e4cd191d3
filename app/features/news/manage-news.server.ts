import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import { news } from "#app/db/schema/content.server.ts"
import { publicationTime } from "#app/lib/dates.ts"
import type { NewsForm } from "./news-form.schema.ts"

const items = versioned(news, {
  kind: "news",
  listed: columnsOf(news, "title", "category", "mediaType", "isPublished", "publishedAt", "createdAt"),
  edited: columnsOf(
    news,
    "title",
    "mediaType",
    "category",
    "publishedAt",
    "mediaUrl",
    "thumbnailUrl",
    "content",
    "externalUrl",
    "isPublished",
  ),
})

export const { list: listNews, count: countNews, find: findEditedNews, remove: deleteNewsItem } = items

/** Creates a news item; published without a day, it is dated now. */
export function createNewsItem(form: NewsForm) {
  return items.create(toRow(form))
}

export async function updateNewsItem(id: number, version: number, form: NewsForm): Promise<Saved> {
  const current = await findEditedNews(id)
  return current ? items.update(id, version, toRow(form, current.publishedAt)) : { outcome: "missing" }
}

/** The day chosen by hand counts; without one, what is published is dated now. */
function toRow({ publicationDay, ...values }: NewsForm, previous: Date | null = null) {
  const now = new Date()
  const undated = values.isPublished ? now : null
  const publishedAt = publicationDay === null ? undated : publicationTime(publicationDay, now, previous)
  return { ...values, publishedAt, source: "manual" }
}

/** Publishes a news item as of now, or takes it back. */
export function setNewsPublished(id: number, isPublished: boolean) {
  return items.setPublished(id, { isPublished, publishedAt: isPublished ? new Date() : null })
}
