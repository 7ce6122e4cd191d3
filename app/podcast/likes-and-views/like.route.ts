import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import { orElse } from "#app/kit/http/responses.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm, type SentForm } from "#app/kit/http/forms.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { redirectToEpisode } from "../episodes/redirect-to-episode.server.ts"
import type { Route } from "./+types/like.route"
import { likeSchema } from "./likes.schema.ts"
import { countLikeClick, setLike } from "./likes.server.ts"

/** Liking is a write: the address alone does nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirectToEpisode(params.id)
}

/** What a browser's like button asks for; answers what is true afterwards, as JSON. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request)
  return orElse(
    () => like(form, parseId(params.id) ?? 0, context.get(clientAddressContext)),
    () => Response.json({ error: "Réessayez dans un instant." }, { status: 500 }),
  )
}

async function like(form: SentForm, episodeId: number, address: string) {
  const parsed = form.parse(likeSchema)
  if (!parsed.ok) return Response.json({ error: Object.values(parsed.errors)[0] }, { status: 400 })
  const { session, intent } = parsed.value
  const isLiked = intent === "like"
  const wait = await countLikeClick(episodeId, isLiked, address)
  if (wait > 0) {
    return Response.json(
      { error: waitingText(wait) },
      { status: 429, headers: { "Retry-After": String(wait) } },
    )
  }
  const state = await setLike(episodeId, session, isLiked)
  return state ? Response.json(state) : Response.json({ error: "Épisode non trouvé" }, { status: 404 })
}
