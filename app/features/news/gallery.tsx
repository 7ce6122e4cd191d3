import type { Page } from "#app/lib/paging.ts"
import { EmptyText } from "#app/ui/empty-text.tsx"
import { MoreLink } from "#app/ui/more-link.tsx"
import { PlayMarker } from "#app/ui/play-marker.tsx"
import { PosterImage } from "#app/ui/poster-image.tsx"
import { useMore } from "#app/ui/use-more.ts"
import { usePlayer } from "../player/player-context.ts"
import { Lightbox } from "./lightbox.tsx"
import { categoryLabel, pictureOf } from "./news.schema.ts"
import type { NewsItem } from "./news.server.ts"
import { useLightbox } from "./use-lightbox.ts"

type Props = {
  page: Page<Omit<NewsItem, "content">>
  /** How many items the whole gallery has, loaded or not. */
  total: number
}

/** Images and videos as a wall of pictures; each opens in the lightbox, or by itself without JavaScript. */
export function Gallery({ page, total }: Props) {
  const { items, loadMore, ...more } = useMore(page)
  const lightbox = useLightbox()
  const openIndex = items.findIndex((item) => item.id === lightbox.openId)
  const player = usePlayer()
  if (items.length === 0) return <EmptyText>Aucune image ou vidéo disponible pour le moment.</EmptyText>

  const prepare = (index: number) => {
    // One voice at a time.
    if (items[index]?.mediaType === "video") player.pause()
    if (index >= items.length - 2) loadMore()
  }
  return (
    <>
      <ul className="mt-9 grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 xl:grid-cols-4">
        {items.map((item, index) => (
          <li key={item.id}>
            <a
              href={item.mediaUrl ?? item.thumbnailUrl ?? undefined}
              data-scripted
              className="punch relative block border-4 border-paper"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                prepare(index)
                lightbox.open(item.id)
              }}
            >
              <PosterImage
                src={pictureOf(item)}
                picture={item.picture}
                fallback={categoryLabel(item.category)}
                variant={item.id}
                className="aspect-square"
                // Cut to a square, a picture is nearly twice as wide as what is seen of it.
                wide
              />
              {item.mediaType === "video" && <PlayMarker />}
              <span className="sr-only">{item.title}</span>
            </a>
          </li>
        ))}
      </ul>
      <MoreLink {...more} label="Afficher plus d’images" loadingText="Chargement..." />
      {openIndex >= 0 && (
        <Lightbox
          items={items}
          index={openIndex}
          total={total}
          onShow={(index) => {
            prepare(index)
            const item = items[index]
            if (item) lightbox.show(item.id)
          }}
          onClose={lightbox.close}
        />
      )}
    </>
  )
}
