import { renderToStaticMarkup } from "react-dom/server"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/embed.route"
import { parsePlaylist, parseTheme } from "./embed-addresses.ts"
import { embedCard, embedResponse, toTrack } from "./embed-page.server.ts"
// oxlint-disable-next-line import/default -- Its text (vite.config.ts).
import script from "./embed-player.ts?script"
import { EmbeddedPlayer } from "./embedded-player.tsx"
import { findEmbedded, findLatestEmbedded, isEmbeddable, listEmbedded } from "./embeds.server.ts"

export const handle = {
  cache: {
    parameters: ["theme"],
    shows: ["episodes", "settings/embeds.where", "settings/embeds.sites", "settings/podcast.cover"],
  },
} satisfies CachedPage

/** The player for pages of other sites: of an episode, of the newest one, of a season or of some of them. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const site = context.get(publicUrlContext)
  const theme = parseTheme(url.searchParams.get("theme"))
  const episodes = isEmbeddable() ? await findEpisodes(params) : []
  const [first, ...others] = episodes.map((episode) => toTrack(episode, site, episodes.length > 1))
  if (!first) return embedCard(site, theme)
  const title = `Lecteur\u00a0: ${others.length > 0 ? `${episodes.length} épisodes` : first.title}`
  const player = (
    <EmbeddedPlayer tracks={[first, ...others]} podcastName={shownPodcast().name} script={script} />
  )
  return embedResponse(renderToStaticMarkup(player), title, theme)
}

async function findEpisodes({ id, episodes }: { id?: string; episodes?: string }) {
  const playlist = parsePlaylist(episodes ?? "")
  if (playlist) return listEmbedded(playlist)
  if (episodes !== undefined) return []
  const found = id === undefined ? await findLatestEmbedded() : await findEmbedded(parseId(id) ?? 0)
  return found ? [found] : []
}
