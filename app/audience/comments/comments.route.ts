import { data } from "react-router"
import { parseId } from "#app/kit/lib/numbers.ts"
import { isPublicEpisode } from "#app/podcast/episodes/episodes.server.ts"
import type { Route } from "./+types/comments.route"
import { AFTER, OLDER, THREAD } from "./comment-addresses.ts"
import { findThread, listComments, NO_COMMENTS } from "./comments.server.ts"

/** Older comments of a published episode, or further replies to one of them, for its page to load further. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const id = parseId(params.id) ?? 0
  if (!(await isPublicEpisode(id))) throw data({ title: "Épisode non trouvé" }, { status: 404 })
  const thread = url.searchParams.get(THREAD)
  if (thread === null) return listComments(id, url.searchParams.get(OLDER))
  return (await findThread(id, parseId(thread) ?? 0, url.searchParams.get(AFTER))) ?? NO_COMMENTS
}
