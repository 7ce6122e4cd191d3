import { Icon } from "#app/kit/ui/icon.tsx"
import { usePlayer } from "./player-context.ts"
import type { Track } from "./track.ts"

/** On an episode's card, above the link to its page: plays it in the bar. Without scripts the link is all there is. */
export function PlaySign({ track }: { track: Track }) {
  const player = usePlayer()
  const isPlaying = player.isPlaying && player.track?.episodeId === track.episodeId
  return (
    <button
      type="button"
      data-scripted
      onClick={isPlaying ? player.pause : () => player.play(track)}
      aria-label={`${isPlaying ? "Mettre en pause" : "Écouter"} : ${track.title}`}
      className="absolute right-3 bottom-3 z-1 grid size-12 place-items-center rounded-full bg-blood text-on-blood shadow-pasted hover:bg-blood-held noscript:hidden"
    >
      <Icon name={isPlaying ? "pause" : "play"} className="size-6 fill-current" />
    </button>
  )
}
