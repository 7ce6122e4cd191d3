import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { listPublishedAddresses } from "../shell/published-content.server.ts"
import type { Route } from "./+types/sitemap.route"

export const handle = { cache: { parameters: [], shows: ["published"] } } satisfies CachedPage

const FIXED = ["/", "/episodes", "/news", "/news?tab=galeries", "/blog", "/about", "/contact", "/ecouter"]

/** The protocol allows 50,000 addresses a file (sitemaps.org): each kind of content has its share. */
export async function loader({ context }: Route.LoaderArgs) {
  const published = await listPublishedAddresses()
  const hasLetters = published.some(({ path }) => path.startsWith("/lettres/"))
  const addresses = [
    ...[...FIXED, ...(hasLetters ? ["/lettres"] : [])].map((path) => ({ path, updatedAt: undefined })),
    ...published,
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
