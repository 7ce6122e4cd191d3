import { viewerContext } from "#app/accounts/auth/viewer.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { SHOWN_ANYWHERE } from "#app/kit/http/open-to-apps.ts"
import { orElse } from "#app/kit/http/responses.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { redirectToEpisode } from "#app/podcast/episodes/redirect-to-episode.server.ts"
import { classifyReferrer } from "./agents/agents.ts"
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
  if (context.get(viewerContext) || isObjecting) return told()
  const play = {
    ...parsed.value,
    episodeId: parseId(params.id) ?? 0,
    site: siteElsewhere(parsed.value.site, context.get(publicUrlContext)),
    address: context.get(clientAddressContext),
    userAgent: request.headers.get("User-Agent") ?? "",
  }
  return orElse(
    async () =>
      (await countPlay(play)) ? told() : Response.json({ error: "Épisode non trouvé" }, { status: 404 }),
    () => Response.json({ error: "Réessayez dans un instant." }, { status: 500 }),
  )
}

/** Also to players without an origin. */
const told = () => new Response(null, { status: 204, headers: SHOWN_ANYWHERE })

/** The site that shows the player, by the name it is known by; empty for this one, and where nobody said. */
function siteElsewhere(host: string, publicUrl: string) {
  return host === new URL(publicUrl).host ? "" : (classifyReferrer(`https://${host}`)?.name ?? "")
}
