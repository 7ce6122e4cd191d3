import { renderToStaticMarkup } from "react-dom/server"
import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { findFilm } from "#app/kit/lib/embeds.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { CaptionTracks } from "#app/kit/ui/caption-tracks.tsx"
import { parseTheme } from "#app/podcast/embeds/embed-addresses.ts"
import { embedCard, embedResponse } from "#app/podcast/embeds/embed-page.server.ts"
import { isEmbeddable } from "#app/podcast/embeds/embeds.server.ts"
import type { Route } from "./+types/film-embed.route"
import { albumAddress } from "./media-tile.tsx"
import { findPublishedFilm, type NewsItem } from "./news.server.ts"

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

type FilmProps = { film: Pick<NewsItem, "title" | "mediaUrl" | "thumbnailUrl" | "captions">; page: string }

/** A film in a frame of another site's page: the library's plays there, that of another host is led to. */
function EmbeddedFilm({ film: { title, mediaUrl, thumbnailUrl, captions }, page }: FilmProps) {
  const address = mediaUrl ?? ""
  const foreign = findFilm(address)
  return (
    <main className="film" aria-label={title}>
      {foreign ? (
        <a href={address} target="_blank" rel="noopener">
          {thumbnailUrl && <img src={thumbnailUrl} alt="" loading="lazy" referrerPolicy="no-referrer" />}
          <span>Voir la vidéo sur {foreign.provider}</span>
        </a>
      ) : (
        <video
          controls
          preload="none"
          playsInline
          src={address}
          poster={thumbnailUrl ?? undefined}
          aria-label={title}
        >
          <CaptionTracks address={address} languages={captions} />
        </video>
      )}
      <h1>
        <a href={page} target="_blank" rel="noopener">
          {title}
        </a>
      </h1>
    </main>
  )
}
