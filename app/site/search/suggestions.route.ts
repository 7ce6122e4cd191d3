import type { Route } from "./+types/suggestions.route"
import { suggest } from "./suggestions.server.ts"

/** What `?q=` may mean, as JSON, for who types it. Asked again within a minute, the browser knows. */
export async function loader({ url }: Route.LoaderArgs) {
  const suggestions = await suggest(url.searchParams.get("q") ?? "")
  return Response.json(
    { suggestions },
    { headers: { "Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex" } },
  )
}
