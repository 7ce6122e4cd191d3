import { data } from "react-router"
import { parseId } from "#app/lib/numbers.ts"
import { isPublicEpisode } from "../episodes/episodes.server.ts"
import type { Route } from "./+types/comments.route"
import { listComments } from "./comments.server.ts"

/** Older comments of a published episode (`?avant=`), for its page to load further. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const id = parseId(params.id) ?? 0
  if (!(await isPublicEpisode(id))) throw data({ title: "Épisode non trouvé" }, { status: 404 })
  return listComments(id, url.searchParams.get("avant"))
}
