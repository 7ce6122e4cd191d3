import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { parseSearch } from "#app/content/lists/list-view.ts"
import { MEDIA_KINDS } from "#app/kit/lib/media.ts"
import { parsePageNumber } from "#app/kit/lib/numbers.ts"
import { factsOf } from "../file-facts.ts"
import { listReadyMedia, mediaOf } from "../library/library.server.ts"
import type { Route } from "./+types/choices.route"
import type { Choices } from "./choices.ts"

const PAGE_SIZE = 24
/** Further than this nobody turns pages in a dialog. */
const MAX_PAGE = 400

export const middleware: Route.MiddlewareFunction[] = [guard("writing", "letters")]

/** What there is to choose in the library: `?q=` searches, `?kinds=image,audio` narrows down, `?page=2` goes on. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = (url.searchParams.get("kinds") ?? "").split(",", MEDIA_KINDS.length + 1)
  const kinds = MEDIA_KINDS.filter((kind) => asked.includes(kind))
  const page = Math.min(parsePageNumber(url.searchParams.get("page")), MAX_PAGE)
  const found = await listReadyMedia(mediaOf(getViewer(context)), {
    search: parseSearch(url.searchParams.get("q")),
    kinds: kinds.length > 0 ? kinds : undefined,
    limit: PAGE_SIZE + 1,
    offset: (page - 1) * PAGE_SIZE,
  })
  const choices = found.slice(0, PAGE_SIZE).map((medium) => {
    const { id, kind, type, title, address, alt, bytes, durationMs, thumbnail } = medium
    return { id, kind, type, title, address, alt, bytes, durationMs, thumbnail, facts: factsOf(medium) }
  })
  return Response.json({ choices, hasMore: found.length > PAGE_SIZE && page < MAX_PAGE } satisfies Choices)
}
