import { parseSearch } from "#app/content/lists/list-view.ts"
import type { Route } from "./+types/search-results.route"
import { searchOffice } from "./search-office.server.ts"

/** What `?q=` finds, for the dialog. With status 503 where nothing could be looked through. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const results = await searchOffice(context, parseSearch(url.searchParams.get("q")))
  const status = results.isPartial && results.groups.length === 0 ? 503 : 200
  return Response.json(results, { status })
}
