import type { MouseEvent } from "react"
import type { Picture } from "#app/kit/lib/pictures.ts"
import { PlayMarker } from "#app/kit/ui/play-marker.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { CountMarker } from "./count-marker.tsx"

type Props = {
  /** Where it leads without scripts. */
  address: string | undefined
  src: string | null
  picture: Picture | null
  fallback: number | null
  variant: number
  isVideo: boolean
  further?: number
  title: string
  onOpen: () => void
}

/** A square of a wall of pictures; it opens in full size, or by itself without scripts. */
export function MediaTile(props: Props) {
  const { address, src, picture, fallback, variant, isVideo, further = 0, title, onOpen } = props
  return (
    <a
      href={address}
      data-scripted
      className="punch relative block border-4 border-paper"
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        onOpen()
      }}
    >
      <PosterImage
        src={src}
        picture={picture}
        fallback={fallback}
        variant={variant}
        sizes="(width < 48rem) 45vw, (width < 80rem) 29.5vw, min(21.6vw, 18.5rem)"
        square
      />
      {isVideo && <PlayMarker />}
      <CountMarker further={further} />
      <span className="sr-only">{title}</span>
    </a>
  )
}

/** Not one that asks for another tab or window. */
export function isPlainClick(event: MouseEvent) {
  return !(event.metaKey || event.ctrlKey || event.shiftKey)
}

/** The page of all media of an item. */
export const albumAddress = (id: number) => `/news/galeries/${id}`
