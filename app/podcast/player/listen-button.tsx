import { useState } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"
import { usePlayer } from "./player-context.ts"
import { formatTime } from "./times.ts"
import type { Track } from "./track.ts"
import { useLinkTime } from "./use-link-time.ts"
import { useStoredPosition } from "./use-stored-position.ts"

/** Plays the episode in the bar. Without JavaScript there is none: then the browser's own player stands here. */
export function ListenButton({ track }: { track: Track }) {
  const player = usePlayer()
  const isCurrent = player.track?.episodeId === track.episodeId
  const isPlaying = isCurrent && player.isPlaying
  const storedSeconds = useStoredPosition(track.episodeId)
  // A link leads to its place once; then one goes on from where one was.
  const linkSeconds = useLinkTime()
  const [followed, setFollowed] = useState<number>()
  const from = isCurrent || linkSeconds === followed ? undefined : linkSeconds
  const startLabel = labelOf(from, storedSeconds)
  const currentLabel = player.status === "failed" ? "Réessayer" : "Reprendre"
  const play = () => {
    player.play(track, from)
    setFollowed(linkSeconds)
  }
  return (
    <>
      <button
        type="button"
        data-scripted
        onClick={isPlaying ? player.pause : play}
        className="button button-blood min-h-14 px-7 text-xl noscript:hidden"
      >
        <Icon name={isPlaying ? "pause" : "play"} className="size-6 flex-none fill-current" />
        {isPlaying ? "Mettre en pause" : isCurrent ? currentLabel : startLabel}
      </button>
      <noscript>
        <audio
          controls
          preload="none"
          src={track.audioUrl}
          aria-label="Écouter l’épisode"
          className="w-full max-w-xl"
        />
      </noscript>
    </>
  )
}

function labelOf(linkSeconds: number | undefined, storedSeconds: number | undefined) {
  if (linkSeconds !== undefined) return `Écouter à partir de ${formatTime(linkSeconds)}`
  return storedSeconds === undefined ? "Écouter l’épisode" : `Reprendre à ${formatTime(storedSeconds)}`
}
