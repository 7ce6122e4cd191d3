import { useSyncExternalStore } from "react"
import { Icon } from "#app/ui/icon.tsx"
import { usePlayer } from "./player-context.ts"
import { readPosition } from "./positions.ts"
import { formatTime } from "./times.ts"
import type { Track } from "./track.ts"

/** Plays the episode in the bar. Without JavaScript there is none: then the browser's own player stands here. */
export function ListenButton({ track }: { track: Track }) {
  const player = usePlayer()
  const isCurrent = player.track?.episodeId === track.episodeId
  const isPlaying = isCurrent && player.isPlaying
  const storedSeconds = useStoredPosition(track.episodeId)
  const startLabel =
    storedSeconds === undefined ? "Écouter l’épisode" : `Reprendre à ${formatTime(storedSeconds)}`
  const currentLabel = player.status === "failed" ? "Réessayer" : "Reprendre"
  return (
    <>
      <button
        type="button"
        data-scripted
        onClick={isPlaying ? player.pause : () => player.play(track)}
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

/** In seconds. The server does not know it, nor does the page until its scripts run. */
function useStoredPosition(episodeId: number) {
  return useSyncExternalStore(
    subscribeToStorage,
    () => readPosition(episodeId),
    () => undefined,
  )
}

/** Other tabs write too. */
function subscribeToStorage(onChange: () => void) {
  window.addEventListener("storage", onChange)
  return () => window.removeEventListener("storage", onChange)
}
