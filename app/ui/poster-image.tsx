type Props = {
  src: string | null
  /** What stands in the image's place: a name (its initials are shown) or a number. */
  fallback: string | number
  /** Any whole number from 0: chooses among the placeholder's four looks. */
  variant: number
  /** The image is at the top of the page, also on a phone: load it at once, before all others. */
  eager?: boolean
  /** It is as wide as a column of text, rather than a card. */
  wide?: boolean
  className?: string
}

/**
 * A decorative image in a fixed frame over a placeholder that belongs to the poster. The placeholder is always there,
 * so that a missing, slow or broken image never leaves a hole, with or without JavaScript.
 */
export function PosterImage({
  src,
  fallback,
  variant,
  eager = false,
  wide = false,
  className = "aspect-video",
}: Props) {
  return (
    <div className={`@container relative overflow-hidden bg-ink ${className}`} aria-hidden="true">
      <div className={`placeholder placeholder-${lookOf(variant)}`}>
        <span>{typeof fallback === "number" ? fallback : initialsOf(fallback)}</span>
      </div>
      {src !== null && (
        <img
          {...sourcesOf(src, wide)}
          alt=""
          width={1200}
          height={675}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
          referrerPolicy="no-referrer"
          className="absolute inset-0 size-full object-cover"
          // A script of the page's head hides it when it fails to load.
          suppressHydrationWarning
        />
      )}
    </div>
  )
}

/** The pictures that come with the site lie there in three widths; of others only their one address is known. */
function sourcesOf(src: string, wide: boolean) {
  const [, name] = /^(\/starter\/[a-z0-9-]+)\.webp$/.exec(src) ?? []
  if (name === undefined) return { src }
  return {
    sizes: wide ? "(width < 64rem) 92vw, 56rem" : "(width < 40rem) 92vw, (width < 64rem) 46vw, 26rem",
    srcSet: `${name}-480.webp 480w, ${name}-800.webp 800w, ${src} 1200w`,
    src,
  }
}

/** Neighbours differ in a row, and in a column of a grid four wide. */
function lookOf(variant: number) {
  return (variant + Math.floor(variant / 4)) % 4
}

function initialsOf(name: string) {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const first = words[0] ?? ""
  const last = words.length > 1 ? words.at(-1) : ""
  return [first, last].map((word) => [...(word ?? "")][0] ?? "").join("")
}
