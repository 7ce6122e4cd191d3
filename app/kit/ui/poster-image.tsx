import type { CSSProperties } from "react"
import { choiceOf, type Picture, styleOf } from "#app/kit/lib/pictures.ts"
import { letterOf, lookOf } from "#app/kit/lib/placeholders.ts"
import { stretched } from "./picture-sizes.ts"

type Props = {
  src: string | null
  /** What the library has of it, where it is one of its pictures (`pictureOf` in app/db/pictures.server.ts). */
  picture?: Picture | null
  /**
   * What stands in the image's place: a person's name (its first letter is shown), a number, or null for a motif. Letters of
   * other texts would make words that nobody wrote.
   */
  fallback: string | number | null
  /** A whole number from 0, the item's own: chooses the placeholder's look (`lookOf`). */
  variant: number
  /** The image is at the top of the page, also on a phone: load it at once, before all others. */
  eager?: boolean
  /** It is wider than a card: larger ones are offered. */
  wide?: boolean
  /** How wide its frame is, as the attribute says it (`cardSizes`). */
  sizes?: string
  /** Its frame is a square, rather than as wide as a film. */
  square?: boolean
  className?: string
}

/**
 * A decorative image in a fixed frame over a placeholder that belongs to the poster. The placeholder is always there,
 * so that a missing, slow or broken image never leaves a hole, with or without JavaScript.
 */
export function PosterImage({
  src,
  picture = null,
  fallback,
  variant,
  eager = false,
  wide = false,
  sizes: frame = "(width < 64rem) 92vw, 56rem",
  square = false,
  className = square ? "aspect-square" : "aspect-video",
}: Props) {
  const offered = src === null ? null : offerOf(src, picture, wide)
  const shown = typeof fallback === "string" ? letterOf(fallback) : fallback
  const { ground, motif } = lookOf(variant)
  const { width, height } = picture ?? STARTER
  const sizes = stretched(frame, width / height / (square ? 1 : FILM))
  return (
    <div className={`@container relative overflow-hidden bg-ink ${className}`} aria-hidden="true">
      <div className={`placeholder placeholder-${ground}`}>
        {shown ? <span>{shown}</span> : <i className={`motif motif-${motif}`} />}
      </div>
      {offered && (
        <picture>
          {offered.sources.map((source) => (
            <source key={source.type} {...source} sizes={sizes} />
          ))}
          <img
            // Before the address: what a browser reads first it may load at once.
            sizes={offered.img.srcSet && sizes}
            {...offered.img}
            alt=""
            loading={eager ? "eager" : "lazy"}
            fetchPriority={eager ? "high" : undefined}
            decoding="async"
            referrerPolicy="no-referrer"
            // A script of the page's head hides it when it fails to load.
            suppressHydrationWarning
          />
        </picture>
      )}
    </div>
  )
}

const FILM = 16 / 9
/** Of the pictures that come with the site. */
const STARTER = { width: 1200, height: 675 }
const FRAMED = "absolute inset-0 size-full object-cover"

/** There are several widths of the library's pictures and of those that come with the site; of others only the address is known. */
function offerOf(src: string, picture: Picture | null, wide: boolean) {
  if (picture) {
    const { sources, ...chosen } = choiceOf(picture, wide ? 1920 : 1280)
    const { width, height } = picture
    const style: CSSProperties = styleOf(picture)
    return { sources, img: { ...chosen, width, height, style, className: `${FRAMED} picture-ground` } }
  }
  const [, name] = /^(\/starter\/[a-z0-9-]+)\.webp$/.exec(src) ?? []
  const srcSet = name && `${name}-480.webp 480w, ${name}-800.webp 800w, ${src} 1200w`
  return { sources: [], img: { srcSet, src, ...STARTER, className: FRAMED } }
}
