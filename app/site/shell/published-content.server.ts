import { getTableName } from "drizzle-orm"
import { publishedLetters } from "#app/audience/letters/archive/published-letters.server.ts"
import { listAddresses, msToNextPublication, type PublishedContent } from "#app/content/published.server.ts"
import { publishedEpisodes } from "#app/podcast/episodes/episodes.server.ts"
import { publishedPosts } from "#app/writing/blog/blog.server.ts"
import { publishedNews } from "#app/writing/news/news.server.ts"
import { publishedPages } from "#app/writing/pages/pages.server.ts"

/**
 * All that the hosts publish. Each of these tables has a trigger that purges what shows it, and texts to search in
 * (`search_text`); backups hold them as they do every table.
 */
export const publishedContent: PublishedContent[] = [
  publishedEpisodes,
  publishedPosts,
  publishedPages,
  publishedNews,
  publishedLetters,
]

/** The tables, by name, of which rows appear by themselves when their time comes. */
export const datedTables = publishedContent
  .filter(({ table }) => table.publishedAt)
  .map(({ table }) => getTableName(table))

/** In how many milliseconds the next of it appears by itself, or undefined when nothing is dated in the future. */
export const msToNextAppearance = () => msToNextPublication(publishedContent)

/** The addresses of everything that has a page of its own. */
export const listPublishedAddresses = () => listAddresses(publishedContent)
