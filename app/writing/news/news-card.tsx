import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { cardSizes, type Columns } from "#app/kit/ui/picture-sizes.ts"
import { PlayMarker } from "#app/kit/ui/play-marker.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { usePlayer } from "#app/podcast/player/player-context.ts"
import { CountMarker } from "./count-marker.tsx"
import { Lightbox } from "./lightbox.tsx"
import { albumAddress, isPlainClick } from "./media-tile.tsx"
import { categoryLabel, pictureOf } from "./news.schema.ts"
import type { NewsItem } from "./news.server.ts"
import type { Album } from "./shown-media.ts"
import { useLightbox } from "./use-lightbox.ts"
import { useShownMedia } from "./use-shown-media.ts"

type Props = {
  item: Omit<NewsItem, "content"> & { excerpt: string; contentHtml?: string }
  /** Replaces the date, on the home page. */
  when?: string
  /** The heading's level below the page's own. */
  heading?: "h1" | "h2" | "h3"
  /** Its image is at the top of the page. */
  eager?: boolean
  /** How many of them stand in a row. */
  columns?: Columns
}

/** A news item as a newspaper clipping with its category stamped on it. */
export function NewsCard({ item, when, heading: Heading = "h2", eager, columns = { sm: 2, lg: 3 } }: Props) {
  const picture = pictureOf(item)
  const label = categoryLabel(item.category, usePodcast().texts.categories)
  return (
    <article className="sheet on-paper flex h-full flex-col">
      <div className="relative">
        {picture === null ? (
          <NoImage isVideo={item.mediaType === "video"} />
        ) : (
          <PosterImage
            src={picture}
            picture={item.picture}
            fallback={null}
            variant={item.id}
            eager={eager}
            sizes={cardSizes(columns)}
          />
        )}
        {(item.mediaType === "video" || item.further > 0) && <OpenMedia item={item} />}
      </div>
      <div className="flex flex-1 flex-col p-4">
        <p className="-mt-8 relative self-start">
          <span className="stamp bg-paper text-lg text-blood-dark">{label}</span>
        </p>
        <Heading className="mt-3">
          <span className="poster line-clamp-6 text-2xl">{item.title}</span>
        </Heading>
        <NewsText excerpt={item.excerpt} html={item.contentHtml} />
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 pt-3 text-sm text-paper-ink">
          {item.publishedAt && (
            <time dateTime={item.publishedAt.toISOString()} className="font-semibold">
              {when ?? formatLongDate(item.publishedAt)}
            </time>
          )}
          {item.externalUrl && (
            <a
              href={item.externalUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="poster inline-flex min-h-11 items-center text-lg text-blood-dark underline-offset-4 hover:underline"
            >
              Voir plus<span className="sr-only"> : {item.title} (nouvel onglet)</span>
              <span aria-hidden="true">&nbsp;↗</span>
            </a>
          )}
        </p>
      </div>
    </article>
  )
}

function NoImage({ isVideo }: { isVideo: boolean }) {
  return (
    <div className="placeholder-3 relative aspect-video overflow-hidden">
      <div className="placeholder">
        <p
          // Above the sign that plays the video.
          className={`poster relative z-1 text-2xl text-paper-ink ${isVideo ? "mt-3 self-start" : ""}`}
        >
          Pas d'image
        </p>
      </div>
    </div>
  )
}

/** Over the picture of a card that has a video or several media: opens them in full size, or by themselves without scripts. */
function OpenMedia({ item }: { item: Album }) {
  const player = usePlayer()
  const { openKey, askedKey, open, show, close } = useLightbox()
  const { media, openIndex } = useShownMedia([item], openKey)
  const isVideo = item.mediaType === "video"
  const marker = isVideo ? <PlayMarker /> : null
  const address = item.further > 0 ? albumAddress(item.id) : item.mediaUrl
  if (address === null) return marker
  const what = item.further > 0 ? `Voir les ${item.further + 1} médias` : "Lire la vidéo"
  return (
    <>
      <a
        href={address}
        data-scripted
        aria-label={`${what} : ${item.title}`}
        className="absolute inset-0"
        onClick={(event) => {
          if (!isPlainClick(event)) return
          event.preventDefault()
          // One voice at a time.
          if (isVideo) player.pause()
          open(String(item.id))
        }}
      >
        {marker}
        <CountMarker further={item.further} />
      </a>
      {openIndex >= 0 && (
        <Lightbox
          items={media}
          index={openIndex}
          askedKey={askedKey}
          total={media.length}
          onShow={({ key, mediaType }) => {
            if (mediaType === "video") player.pause()
            show(key)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

/** The excerpt alone, or where the text is at hand: the text, folded when it is longer than its excerpt. */
function NewsText({ excerpt, html }: { excerpt: string; html?: string }) {
  if (html === undefined) return <p className="mt-2 break-words">{excerpt}</p>
  if (excerpt.endsWith("…")) return <ReadOn excerpt={excerpt} html={html} />
  return <div className="prose mt-2 break-words" dangerouslySetInnerHTML={{ __html: html }} />
}

/** A long text unfolds in place: news have no page of their own. */
function ReadOn({ excerpt, html }: { excerpt: string; html: string }) {
  return (
    <details className="group mt-2">
      <summary className="list-none">
        <span className="group-open:hidden">{excerpt} </span>
        <span className="inline-block min-h-6 font-bold text-blood-dark underline underline-offset-4">
          <span className="group-open:hidden">Lire la suite</span>
          <span className="hidden group-open:inline">Replier</span>
        </span>
      </summary>
      <div className="prose mt-2" dangerouslySetInnerHTML={{ __html: html }} />
    </details>
  )
}
