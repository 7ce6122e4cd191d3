import { listAddresses, type PublishedContent } from "#app/content/published.server.ts"
import { publishedEpisodes } from "#app/podcast/episodes/episodes.server.ts"
import { publishedPosts } from "#app/writing/blog/blog.server.ts"

/** The kinds of pages that hosts look at while they choose how the site looks. */
export const TRIED_PAGES = ["home", "episode", "article"] as const
export type TriedPage = (typeof TRIED_PAGES)[number]

/** Where such a page is: the newest one, or the list where there is none yet. */
export async function triedPath(page: TriedPage) {
  if (page === "episode") return (await newest(publishedEpisodes)) ?? "/episodes"
  if (page === "article") return (await newest(publishedPosts)) ?? "/blog"
  return "/"
}

async function newest({ page, ...content }: PublishedContent) {
  if (!page) return undefined
  const one = { ...content, page: { ...page, inSitemap: 1, further: undefined } }
  const [found] = await listAddresses([one])
  return found?.path
}
