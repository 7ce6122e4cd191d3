import { useState } from "react"
import { youtubeEmbed } from "#app/kit/lib/youtube.ts"
import { PlayMarker } from "#app/kit/ui/play-marker.tsx"
import { usePlayer } from "./player-context.ts"

type Props = {
  /** Where the video is; what is not a YouTube video leaves the picture as it is. */
  address: string | null
  title: string
  /** The picture, 16:9. */
  children: React.ReactNode
}

/** A picture that becomes the video when it is pressed. YouTube hears nothing of the visitor before (docs/product.md 3.7). */
export function VideoStill({ address, title, children }: Props) {
  const player = usePlayer()
  const [isOpen, setIsOpen] = useState(false)
  const embed = address === null ? undefined : youtubeEmbed(address)
  // One voice at a time: who goes back to listening has left the video.
  if (isOpen && player.isPlaying) setIsOpen(false)
  if (!embed) return children

  const open = () => {
    player.pause()
    setIsOpen(true)
  }
  if (isOpen) {
    return (
      <iframe
        ref={takeFocus}
        src={embed}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // YouTube plays nothing for a page that hides its host, as the site's own policy does.
        referrerPolicy="strict-origin-when-cross-origin"
        className="block aspect-video w-full bg-ink"
      />
    )
  }
  return (
    <div className="relative">
      {children}
      <button
        type="button"
        data-scripted
        onClick={open}
        aria-label="Lire la vidéo"
        className="group absolute inset-0 noscript:hidden"
      >
        <PlayMarker />
      </button>
    </div>
  )
}

function takeFocus(frame: HTMLIFrameElement | null) {
  frame?.focus()
}
