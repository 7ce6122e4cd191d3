import { PlayMarker } from "#app/kit/ui/play-marker.tsx"
import { usePlayer } from "../../podcast/player/player-context.ts"
import { CountMarker } from "./count-marker.tsx"
import { Lightbox } from "./lightbox.tsx"
import { albumAddress, isPlainClick } from "./media-tile.tsx"
import type { Album } from "./shown-media.ts"
import { useLightbox } from "./use-lightbox.ts"
import { useShownMedia } from "./use-shown-media.ts"

/** Over the picture of a card that has a video or several media: opens them in full size, or by themselves without scripts. */
export function OpenMedia({ item }: { item: Album }) {
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
