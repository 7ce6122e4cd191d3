import { data } from "react-router"
import { parseId } from "#app/kit/lib/numbers.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"

/**
 * Leads to an episode's page from the addresses beneath it that only take writes.
 *
 * @param id as it stands in the address
 * @throws a response with status 404 when no episode can have it
 */
export function redirectToEpisode(id: string) {
  const episodeId = parseId(id)
  if (episodeId === undefined) throw data({ title: "Épisode non trouvé" }, { status: 404 })
  return redirectTo(`/episodes/${episodeId}`)
}
