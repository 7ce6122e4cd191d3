import { PlayMarker } from "#app/ui/play-marker.tsx"
import { usePlayer } from "../player/player-context.ts"
import { Lightbox, type Media } from "./lightbox.tsx"
import { useLightbox } from "./use-lightbox.ts"

/** The play sign on a card: opens the video in full size, or by itself without scripts. */
export function PlayVideo({ item }: { item: Media }) {
  const player = usePlayer()
  const { openId, open, close } = useLightbox()
  if (item.mediaUrl === null) return <PlayMarker />
  return (
    <>
      <a
        href={item.mediaUrl}
        data-scripted
        aria-label={`Lire la vidéo : ${item.title}`}
        className="absolute inset-0"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          // One voice at a time.
          player.pause()
          open(item.id)
        }}
      >
        <PlayMarker />
      </a>
      {openId === item.id && <Lightbox items={[item]} index={0} total={1} onShow={open} onClose={close} />}
    </>
  )
}
