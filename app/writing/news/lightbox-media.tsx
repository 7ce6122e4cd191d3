import { useState } from "react"
import { findFilm } from "#app/kit/lib/embeds.ts"
import { choiceOf } from "#app/kit/lib/pictures.ts"
import { CaptionTracks } from "#app/kit/ui/caption-tracks.tsx"
import { PlayMarker } from "#app/kit/ui/play-marker.tsx"
import { pictureOf } from "./news.schema.ts"
import type { ShownMedium } from "./shown-media.ts"

const FULL_SIZE = "max-h-full max-w-full object-contain"

type Props = {
  item: ShownMedium
  /** Somebody pressed it: the player of another host hears of nobody before. */
  isAsked: boolean
}

/** One image or video as large as the screen lets it be. */
export function LightboxMedia({ item, isAsked }: Props) {
  const { mediaUrl: address, mediaType, thumbnailUrl, title, state } = item
  if (state === "loading") return <p className="text-xl text-paper-dim">Chargement...</p>
  if (state === "failed") return <p className="text-xl text-paper-dim">Impossible de charger ce média</p>
  if (address === "") return <p className="text-xl text-paper-dim">Pas d'image</p>
  if (mediaType === "image") return <FullImage item={item} />
  const film = findFilm(address)
  if (film) return <ForeignFilm film={film} title={title} isAsked={isAsked} />
  return (
    <video
      src={address}
      poster={thumbnailUrl ?? undefined}
      controls
      autoPlay
      playsInline
      className={FULL_SIZE}
    >
      <CaptionTracks address={address} languages={item.captions} />
    </video>
  )
}

type FilmProps = { film: NonNullable<ReturnType<typeof findFilm>>; title: string; isAsked: boolean }

function ForeignFilm({ film, title, isAsked }: FilmProps) {
  const [isPressed, setIsPressed] = useState(false)
  if (!isAsked && !isPressed) {
    return (
      <button
        type="button"
        onClick={() => setIsPressed(true)}
        className="flex aspect-video max-h-full w-full flex-col items-center justify-center gap-3 border-4 border-paper"
      >
        <span className="relative size-16">
          <PlayMarker />
        </span>
        <span className="font-semibold">Lire la vidéo sur {film.provider}</span>
      </button>
    )
  }
  return (
    <iframe
      // Pressed, the button is gone: the player takes the focus.
      ref={isPressed ? takeFocus : undefined}
      src={film.player}
      title={title}
      allow="autoplay; fullscreen"
      // YouTube plays nothing for a page that hides its host, as the site's own policy does.
      referrerPolicy="strict-origin-when-cross-origin"
      className="aspect-video h-auto w-full"
    />
  )
}

function takeFocus(frame: HTMLIFrameElement | null) {
  frame?.focus()
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
