import { and, desc, eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { news } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import { nextVersion, type Saved } from "#app/db/versions.server.ts"
import { publicationTime } from "#app/lib/dates.ts"
import type { NewsForm } from "./news-form.schema.ts"

const matching = (search: string) => (search ? contains(news.searchText, search) : undefined)

const orderBy = [desc(news.createdAt), desc(news.id)]

/**
 * News, published or not, newest first.
 *
 * @param options.search a literal substring of the title; empty for all
 */
export function listNews({ search, limit, offset }: { search: string; limit: number; offset: number }) {
  const page = selectPage(news, { where: matching(search), orderBy, limit, offset })
  return db
    .select({
      id: news.id,
      title: news.title,
      category: news.category,
      mediaType: news.mediaType,
      isPublished: news.isPublished,
      publishedAt: news.publishedAt,
      createdAt: news.createdAt,
    })
    .from(page)
    .innerJoin(news, eq(news.id, page.id))
    .orderBy(...orderBy)
}

/** How many news items `listNews` would go through, counted up to `most`. */
export function countNews(search: string, most: number) {
  return countUpTo(most, news, matching(search))
}

/** What the form edits of one news item, or undefined. */
export async function findEditedNews(id: number) {
  const [item] = await db
    .select({
      id: news.id,
      version: news.version,
      title: news.title,
      mediaType: news.mediaType,
      category: news.category,
      publishedAt: news.publishedAt,
      mediaUrl: news.mediaUrl,
      thumbnailUrl: news.thumbnailUrl,
      content: news.content,
      externalUrl: news.externalUrl,
      isPublished: news.isPublished,
    })
    .from(news)
    .where(eq(news.id, id))
  return item
}

/** Creates a news item; published without a day, it is dated now. */
export async function createNewsItem(form: NewsForm): Promise<Saved> {
  const [created] = await db.insert(news).values(toRow(form)).returning({ id: news.id })
  if (!created) throw new Error("the news item was not inserted")
  return { outcome: "saved", id: created.id }
}

/**
 * Saves an edited news item, unless somebody else saved it since the form was filled.
 *
 * @param version the version that the form was filled from
 */
export async function updateNewsItem(id: number, version: number, form: NewsForm): Promise<Saved> {
  const current = await findEditedNews(id)
  if (!current) return { outcome: "missing" }
  const saved = await db
    .update(news)
    .set({ ...toRow(form, current.publishedAt), ...nextVersion(news) })
    .where(and(eq(news.id, id), eq(news.version, version)))
    .returning({ id: news.id })
  if (saved.length > 0) return { outcome: "saved", id }
  const newer = await findEditedNews(id)
  return newer ? { outcome: "stale", version: newer.version } : { outcome: "missing" }
}

/** The day chosen by hand counts; without one, what is published is dated now. */
function toRow({ publicationDay, ...values }: NewsForm, previous: Date | null = null) {
  const now = new Date()
  const undated = values.isPublished ? now : null
  const publishedAt = publicationDay === null ? undated : publicationTime(publicationDay, now, previous)
  return { ...values, publishedAt, source: "manual" }
}

/** Publishes a news item as of now, or takes it back. @returns false when there is no such news item */
export async function setNewsPublished(id: number, isPublished: boolean) {
  const changed = await db
    .update(news)
    .set({ isPublished, publishedAt: isPublished ? new Date() : null, ...nextVersion(news) })
    .where(eq(news.id, id))
    .returning({ id: news.id })
  return changed.length > 0
}

/** @returns false when there is no such news item */
export async function deleteNewsItem(id: number) {
  const deleted = await db.delete(news).where(eq(news.id, id)).returning({ id: news.id })
  return deleted.length > 0
}
