import { findFilm } from "#app/kit/lib/embeds.ts"
import { CaptionTracks } from "#app/kit/ui/caption-tracks.tsx"
import type { NewsItem } from "./news.server.ts"

type Props = { film: Pick<NewsItem, "title" | "mediaUrl" | "thumbnailUrl" | "captions">; page: string }

/** A film in a frame of another site's page: the library's plays there, that of another host is led to. */
export function EmbeddedFilm({ film: { title, mediaUrl, thumbnailUrl, captions }, page }: Props) {
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
