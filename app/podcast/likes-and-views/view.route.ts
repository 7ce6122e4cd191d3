import { orElse } from "#app/kit/http/responses.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { redirectToEpisode } from "../episodes/redirect-to-episode.server.ts"
import { viewSchema } from "./likes.schema.ts"
import type { Route } from "./+types/view.route"
import { recordView } from "./views.server.ts"

/** Counting is a write: the address alone does nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirectToEpisode(params.id)
}

/** A browser says that it shows an episode: counts it, and answers what is live on its page, as JSON. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(viewSchema)
  if (!parsed.ok) return Response.json({ error: Object.values(parsed.errors)[0] }, { status: 400 })
  const view = { address: context.get(clientAddressContext), ...parsed.value }
  return orElse(
    async () => {
      const counts = await recordView(parseId(params.id) ?? 0, view)
      return counts ? Response.json(counts) : Response.json({ error: "Épisode non trouvé" }, { status: 404 })
    },
    () => Response.json({ error: "Réessayez dans un instant." }, { status: 500 }),
  )
}
