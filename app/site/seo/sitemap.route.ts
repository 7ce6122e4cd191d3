import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import type { Route } from "./+types/sitemap.route"
import { listSitemapAddresses } from "./sitemap.server.ts"

export const handle = {
  cache: {
    parameters: [],
    shows: ["published", "levels", "settings/support.text", "settings/support.links"],
  },
} satisfies CachedPage

/** The protocol allows 50,000 addresses a file (sitemaps.org): each kind of content has its share. */
export async function loader({ context }: Route.LoaderArgs) {
  const addresses = await listSitemapAddresses()
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
