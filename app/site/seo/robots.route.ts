import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import type { Route } from "./+types/robots.route"

export const handle = { cache: { parameters: [], shows: [] } } satisfies CachedPage

export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /admin",
    "",
    `Sitemap: ${context.get(publicUrlContext)}/sitemap.xml`,
    "",
  ]
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } })
}
