import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/http/public-url.server.ts"
import { listPublishedPostAddresses } from "../blog/blog.server.ts"
import { listPublishedEpisodeAddresses } from "../episodes/episodes.server.ts"
import { listPublishedPageAddresses } from "../pages/pages.server.ts"
import type { Route } from "./+types/sitemap.route"

export const handle = { cache: { parameters: [], shows: ["episodes", "blog"] } } satisfies CachedPage

/** The protocol allows 50,000 addresses a file (sitemaps.org); the newest come first. */
const MOST_EPISODES = 40_000
const MOST_OTHERS = 4_000
const FIXED = ["/", "/episodes", "/news", "/news?tab=galeries", "/blog", "/about", "/contact"]

export async function loader({ context }: Route.LoaderArgs) {
  const [episodes, posts, pages] = await Promise.all([
    listPublishedEpisodeAddresses(MOST_EPISODES),
    listPublishedPostAddresses(MOST_OTHERS),
    listPublishedPageAddresses(MOST_OTHERS),
  ])
  const addresses = [
    ...FIXED.map((path) => ({ path, updatedAt: undefined })),
    ...episodes.map(({ id, updatedAt }) => ({ path: `/episodes/${id}`, updatedAt })),
    ...posts.map(({ slug, updatedAt }) => ({ path: `/blog/${slug}`, updatedAt })),
    ...pages.map(({ slug, updatedAt }) => ({ path: `/page/${slug}`, updatedAt })),
  ]
  const publicUrl = context.get(publicUrlContext)
  const urls = addresses.map(({ path, updatedAt }) => {
    const modified = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ""
    return `<url><loc>${publicUrl}${path}</loc>${modified}</url>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`
  return new Response(xml, { headers: { "Content-Type": "application/xml; charset=utf-8" } })
}
