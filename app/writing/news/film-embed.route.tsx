import { renderToStaticMarkup } from "react-dom/server"
import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { parseTheme } from "#app/podcast/embeds/embed-addresses.ts"
import { embedCard, embedResponse } from "#app/podcast/embeds/embed-page.server.ts"
import { isEmbeddable } from "#app/podcast/embeds/embeds.server.ts"
import type { Route } from "./+types/film-embed.route"
import { EmbeddedFilm } from "./embedded-film.tsx"
import { albumAddress } from "./media-tile.tsx"
import { findPublishedFilm } from "./news.server.ts"

export const handle = {
  cache: { parameters: ["theme"], shows: ["news", "settings/embeds.where", "settings/embeds.sites"] },
} satisfies CachedPage

/** The film of a news item for pages of other sites. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const site = context.get(publicUrlContext)
  const theme = parseTheme(url.searchParams.get("theme"))
  const film = isEmbeddable() ? await findPublishedFilm(parseId(params.id) ?? 0) : undefined
  if (!film) return embedCard(site, theme)
  const body = <EmbeddedFilm film={film} page={site + albumAddress(film.id)} />
  return embedResponse(renderToStaticMarkup(body), film.title, theme)
}
