import type { Page } from "#app/kit/lib/paging.ts"
import { EmptyText } from "#app/kit/ui/empty-text.tsx"
import { MoreLink } from "#app/kit/ui/more-link.tsx"
import { useMore } from "#app/kit/ui/use-more.ts"
import { usePlayer } from "#app/podcast/player/player-context.ts"
import { Lightbox } from "./lightbox.tsx"
import { albumAddress, MediaTile } from "./media-tile.tsx"
import { pictureOf } from "./news.schema.ts"
import { type Album, totalOf } from "./shown-media.ts"
import { useLightbox } from "./use-lightbox.ts"
import { useShownMedia } from "./use-shown-media.ts"

type Props = {
  page: Page<Album>
  /** How many media the whole gallery has, loaded or not. */
  total: number
}

/** Images and videos as a wall of pictures; each opens in the lightbox, or by itself without JavaScript. */
export function Gallery({ page, total }: Props) {
  const { items, loadMore, ...more } = useMore(page)
  const lightbox = useLightbox()
  const { media, openIndex } = useShownMedia(items, lightbox.openKey)
  const player = usePlayer()
  if (items.length === 0) return <EmptyText>Aucune image ou vidéo disponible pour le moment.</EmptyText>

  const prepare = (key: string) => {
    const index = media.findIndex((medium) => medium.key === key)
    // One voice at a time.
    if (media[index]?.mediaType === "video") player.pause()
    if (index >= media.length - 2) loadMore()
  }
  return (
    <>
      <ul className="mt-9 grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 xl:grid-cols-4">
        {items.map((item) => (
          <li key={item.id}>
            <MediaTile
              address={
                item.further > 0 ? albumAddress(item.id) : (item.mediaUrl ?? item.thumbnailUrl ?? undefined)
              }
              src={pictureOf(item)}
              picture={item.picture}
              fallback={null}
              variant={item.id}
              isVideo={item.mediaType === "video"}
              further={item.further}
              title={item.title}
              onOpen={() => {
                prepare(String(item.id))
                lightbox.open(String(item.id))
              }}
            />
          </li>
        ))}
      </ul>
      <MoreLink {...more} label="Afficher plus d’images" loadingText="Chargement..." />
      {openIndex >= 0 && (
        <Lightbox
          items={media}
          index={openIndex}
          askedKey={lightbox.askedKey}
          total={totalOf(items, media, total)}
          onShow={({ key }) => {
            prepare(key)
            lightbox.show(key)
          }}
          onClose={lightbox.close}
        />
      )}
    </>
  )
}
