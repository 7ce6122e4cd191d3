import { desc } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { blogPosts, episodes, news } from "#app/db/schema/content.server.ts"
import { contains } from "#app/db/search.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import type { BlockChoice, BlockKind } from "./blocks.ts"

const SHOWN = 12

/** Where a content is read, as letters name it. */
export const pathOf = {
  episode: ({ id }: { id: number }) => `/episodes/${id}`,
  news: ({ id, mediaType }: { id: number; mediaType: string }) =>
    mediaType === "article" ? `/news#actualite-${id}` : `/news/galeries/${id}`,
  article: ({ slug }: { slug: string }) => `/blog/${slug}`,
}

/** In full: alone on its line, it becomes a card. */
export const addressOf = (path: string) => new URL(path, getSettings().publicUrl).href

/** What can be put into a letter, the newest first. @param search a literal substring; empty for all */
export async function findBlocks(kind: BlockKind, search: string): Promise<BlockChoice[]> {
  if (kind === "episode") {
    const found = await db
      .select({
        id: episodes.id,
        title: episodes.title,
        guest: episodes.guest,
        isPublished: episodes.isPublished,
        publishedAt: episodes.publishedAt,
      })
      .from(episodes)
      .where(search ? contains(episodes.searchText, search) : undefined)
      .orderBy(desc(episodes.publishedAt), desc(episodes.id))
      .limit(SHOWN)
    return found.map((row) => choice(row, pathOf.episode(row), row.guest))
  }
  if (kind === "news") {
    const { id, title, mediaType, isPublished, publishedAt } = news
    const found = await db
      .select({ id, title, mediaType, isPublished, publishedAt })
      .from(news)
      .where(search ? contains(news.searchText, search) : undefined)
      .orderBy(desc(news.createdAt), desc(news.id))
      .limit(SHOWN)
    return found.map((row) => choice(row, pathOf.news(row)))
  }
  const { id, title, slug, isPublished, publishedAt } = blogPosts
  const found = await db
    .select({ id, title, slug, isPublished, publishedAt })
    .from(blogPosts)
    .where(search ? contains(blogPosts.searchText, search) : undefined)
    .orderBy(desc(blogPosts.createdAt), desc(blogPosts.id))
    .limit(SHOWN)
  return found.map((row) => choice(row, pathOf.article(row)))
}

type Row = { id: number; title: string; isPublished: boolean; publishedAt: Date | null }

function choice({ id, title, isPublished, publishedAt }: Row, path: string, beside = ""): BlockChoice {
  const isPublic = isPublished && publishedAt !== null && publishedAt <= new Date()
  const state = isPublic ? "" : isPublished ? "Programmé" : "Brouillon"
  return { id, title, detail: [beside, state].filter(Boolean).join(" · "), address: addressOf(path) }
}
