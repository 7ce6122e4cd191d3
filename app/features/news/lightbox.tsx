import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react"
import { youtubeEmbed } from "#app/lib/youtube.ts"
import type { Media } from "./gallery.tsx"

/** A movement shorter than this, in pixels, is a tap and not a swipe. */
const SWIPE_PX = 50

type Props = {
  items: Media[]
  index: number
  total: number
  onShow: (index: number) => void
  onClose: () => void
}

/**
 * Images and videos in full size: arrow keys, buttons or a swipe to move, Escape to leave. A modal `dialog` keeps the
 * focus inside and gives it back.
 */
export function Lightbox({ items, index, total, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const swipeStart = useRef<number>(undefined)
  const item = items[index]

  useEffect(() => dialog.current?.showModal(), [])
  if (!item) return null

  const previous = index > 0 ? () => onShow(index - 1) : undefined
  const next = index < items.length - 1 ? () => onShow(index + 1) : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLVideoElement) return
    if (event.key === "ArrowLeft") previous?.()
    if (event.key === "ArrowRight") next?.()
  }
  const onPointerUp = (event: PointerEvent) => {
    if (swipeStart.current === undefined) return
    const distance = event.clientX - swipeStart.current
    swipeStart.current = undefined
    if (distance > SWIPE_PX) previous?.()
    if (distance < -SWIPE_PX) next?.()
  }
  return (
    <dialog
      ref={dialog}
      aria-label={item.title}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-ink text-paper backdrop:bg-ink"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between gap-4 border-b-4 border-blood px-4">
          <p className="poster shrink-0 text-xl text-gold" aria-live="polite">
            {index + 1} / {total}
          </p>
          <p className="truncate font-semibold">{item.title}</p>
          <form method="dialog">
            <LightboxButton label="Fermer" path="M5 5l14 14M19 5L5 19" />
          </form>
        </div>
        <div className="flex min-h-0 flex-1 items-center gap-1 py-3 md:gap-3 md:px-3">
          <LightboxButton label="Précédent" path="M15 4l-8 8 8 8" onClick={previous} isDisabled={!previous} />
          <div
            className="grid h-full min-w-0 flex-1 touch-pan-y grid-cols-[100%] grid-rows-[100%] place-items-center"
            onPointerDown={(event) => (swipeStart.current = event.clientX)}
            onPointerUp={onPointerUp}
            onPointerCancel={() => (swipeStart.current = undefined)}
          >
            <LightboxMedia key={item.id} item={item} />
          </div>
          <LightboxButton label="Suivant" path="M9 4l8 8-8 8" onClick={next} isDisabled={!next} />
        </div>
      </div>
    </dialog>
  )
}

const FULL_SIZE = "max-h-full max-w-full object-contain"

function LightboxMedia({ item }: { item: Media }) {
  const address = item.mediaUrl ?? item.thumbnailUrl
  if (address === null) return <p className="text-xl text-paper-dim">Pas d'image</p>
  if (item.mediaType === "image") {
    return (
      <img
        src={address}
        alt={item.title}
        draggable={false}
        referrerPolicy="no-referrer"
        className={FULL_SIZE}
      />
    )
  }
  const embed = youtubeEmbed(address)
  if (embed) {
    return (
      <iframe
        src={embed}
        title={item.title}
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
      poster={item.thumbnailUrl ?? undefined}
      controls
      autoPlay
      playsInline
      className={FULL_SIZE}
    />
  )
}

type ButtonProps = { label: string; path: string; onClick?: () => void; isDisabled?: boolean }

function LightboxButton({ label, path, onClick, isDisabled = false }: ButtonProps) {
  return (
    <button
      type={onClick || isDisabled ? "button" : "submit"}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
      className="grid size-12 shrink-0 place-items-center hover:text-gold aria-disabled:opacity-25"
    >
      <svg
        viewBox="0 0 24 24"
        className="size-8"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  )
}
