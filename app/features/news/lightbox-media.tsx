import { choiceOf } from "#app/lib/pictures.ts"
import { youtubeEmbed } from "#app/lib/youtube.ts"
import { pictureOf } from "./news.schema.ts"
import type { ShownMedium } from "./shown-media.ts"

const FULL_SIZE = "max-h-full max-w-full object-contain"

/** One image or video as large as the screen lets it be. */
export function LightboxMedia({ item }: { item: ShownMedium }) {
  const { mediaUrl: address, mediaType, thumbnailUrl, title, state } = item
  if (state === "loading") return <p className="text-xl text-paper-dim">Chargement...</p>
  if (state === "failed") return <p className="text-xl text-paper-dim">Impossible de charger ce média</p>
  if (address === "") return <p className="text-xl text-paper-dim">Pas d'image</p>
  if (mediaType === "image") return <FullImage item={item} />
  const embed = youtubeEmbed(address)
  if (embed) {
    return (
      <iframe
        src={embed}
        title={title}
        allow="autoplay; fullscreen"
        // YouTube plays nothing for a page that hides its host, as the site's own policy does.
        referrerPolicy="strict-origin-when-cross-origin"
        className="aspect-video h-auto w-full"
      />
    )
  }
  return (
    <video
      src={address}
      poster={thumbnailUrl ?? undefined}
      controls
      autoPlay
      playsInline
      className={FULL_SIZE}
    />
  )
}

function FullImage({ item }: { item: ShownMedium }) {
  // Of the picture that stands for it in small: it may be another one.
  const picture = pictureOf(item) === item.mediaUrl ? item.picture : null
  const { sources, ...choice } = picture ? choiceOf(picture, 1920) : { sources: [], src: item.mediaUrl }
  // As wide as the screen, or as its height lets it be.
  const sizes = picture ? `min(100vw, ${Math.ceil((88 * picture.width) / picture.height)}vh)` : undefined
  return (
    <picture className="contents">
      {sources.map((source) => (
        // Browsers draw it as an empty line, which would take the image's place.
        <source key={source.type} {...source} sizes={sizes} className="hidden" />
      ))}
      <img
        sizes={sizes}
        {...choice}
        alt={picture?.alt || item.title}
        draggable={false}
        referrerPolicy="no-referrer"
        className={FULL_SIZE}
      />
    </picture>
  )
}
