import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/album-media.route"
import { listFurtherMedia } from "./news-media.server.ts"

/** The media of a published image or video after its first one, as JSON, for who walks through them. */
export async function loader({ params }: Route.LoaderArgs) {
  const id = parseId(params.id)
  const media = id === undefined ? [] : await listFurtherMedia(id)
  return Response.json({ media })
}
