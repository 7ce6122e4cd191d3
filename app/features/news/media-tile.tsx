import type { MouseEvent } from "react"
import type { Picture } from "#app/lib/pictures.ts"
import { PlayMarker } from "#app/ui/play-marker.tsx"
import { PosterImage } from "#app/ui/poster-image.tsx"
import { CountMarker } from "./count-marker.tsx"

type Props = {
  /** Where it leads without scripts. */
  address: string | undefined
  src: string | null
  picture: Picture | null
  fallback: string
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
        sizes={sizesOf(picture)}
        className="aspect-square"
      />
      {isVideo && <PlayMarker />}
      <CountMarker further={further} />
      <span className="sr-only">{title}</span>
    </a>
  )
}

/** Cut to a square, a wide picture is wider than what is seen of it; of most, one can only tell that they are as wide as a film. */
function sizesOf(picture: Picture | null) {
  const stretch = picture ? Math.max(1, picture.width / picture.height) : 16 / 9
  const [phone, tablet, desktop] = [46, 31, 20].map((width) => Math.ceil(width * stretch))
  return `(width < 48rem) ${phone}vw, (width < 80rem) ${tablet}vw, ${desktop}rem`
}

/** Not one that asks for another tab or window. */
export function isPlainClick(event: MouseEvent) {
  return !(event.metaKey || event.ctrlKey || event.shiftKey)
}

/** The page of all media of an item. */
export const albumAddress = (id: number) => `/news/galeries/${id}`
