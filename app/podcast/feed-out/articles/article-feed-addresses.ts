/** The feeds of what is read, and the pages that they are of. */
export const ARTICLE_FEEDS = {
  "/blog.xml": { page: "/blog", title: "Blog" },
  "/news.xml": { page: "/news", title: "Actualités" },
} as const

export type ArticleFeed = keyof typeof ARTICLE_FEEDS

export function isArticleFeed(path: string): path is ArticleFeed {
  return Object.hasOwn(ARTICLE_FEEDS, path)
}
