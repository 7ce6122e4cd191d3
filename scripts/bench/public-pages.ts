import { BUSIEST, withPodcast } from "./filled-site.ts"

/** What visitors may open, one of each kind, with a podcast's data. */
const PUBLIC_PAGES = [
  "/",
  "/episodes",
  BUSIEST,
  "/news",
  "/blog",
  "/blog/article-7",
  "/about",
  "/contact",
  "/page/page-7",
]

/** Gives `work` each public page of a running site, rendered once already. */
export function withPublicPages(work: (site: string, paths: string[]) => Promise<void>) {
  return withPodcast("embedded", async ({ url }) => {
    for (const path of PUBLIC_PAGES) await (await fetch(url + path)).arrayBuffer()
    await work(url, PUBLIC_PAGES)
  })
}
