import type { TriedPage } from "#app/base/settings/preview.ts"
import { listAddresses, type PublishedContent } from "#app/content/published.server.ts"
import { publishedEpisodes } from "#app/podcast/episodes/episodes.server.ts"
import { publishedPosts } from "#app/writing/blog/blog.server.ts"

/** Where such a page is: the newest one, or the list where there is none yet. */
export async function triedPath(page: TriedPage) {
  if (page === "episode") return (await newest(publishedEpisodes)) ?? "/episodes"
  if (page === "article") return (await newest(publishedPosts)) ?? "/blog"
  return page === "home" ? "/" : `/${page}`
}

async function newest({ page, ...content }: PublishedContent) {
  if (!page) return undefined
  const one = { ...content, page: { ...page, inSitemap: 1, further: undefined } }
  const [found] = await listAddresses([one])
  return found?.path
}
