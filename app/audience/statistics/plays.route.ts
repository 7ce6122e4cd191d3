import { viewerContext } from "#app/accounts/auth/viewer.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { orElse } from "#app/kit/http/responses.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { redirectToEpisode } from "#app/podcast/episodes/redirect-to-episode.server.ts"
import type { Route } from "./+types/plays.route"
import { playSchema } from "./plays.schema.ts"
import { countPlay } from "./plays.server.ts"
import { isUncounted } from "./uncounted.ts"

/** Counting is a write: the address alone does nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirectToEpisode(params.id)
}

/** A player says what was heard of an episode. Whoever is signed in is no audience, nor who objects. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(playSchema)
  if (!parsed.ok) return Response.json({ error: Object.values(parsed.errors)[0] }, { status: 400 })
  const isObjecting = isUncounted(request.headers.get("Cookie") ?? "")
  if (context.get(viewerContext) || isObjecting) return new Response(null, { status: 204 })
  const play = {
    ...parsed.value,
    episodeId: parseId(params.id) ?? 0,
    address: context.get(clientAddressContext),
    userAgent: request.headers.get("User-Agent") ?? "",
  }
  return orElse(
    async () =>
      (await countPlay(play))
        ? new Response(null, { status: 204 })
        : Response.json({ error: "Épisode non trouvé" }, { status: 404 }),
    () => Response.json({ error: "Réessayez dans un instant." }, { status: 500 }),
  )
}
