import type { CSSProperties, RefObject } from "react"
import { STEP_S } from "./audio-commands.ts"
import { usePlayer } from "./player-context.ts"
import { formatTime } from "./times.ts"
import type { Track } from "./track.ts"
import { useAudioTimes } from "./use-audio-times.ts"
import { useSeekInput } from "./use-seek-input.ts"

type Props = { audioRef: RefObject<HTMLAudioElement | null>; track: Track }

/** Where one is in the episode and how to get elsewhere, or why it is not heard. */
export function PlayerProgress({ audioRef, track }: Props) {
  const { status, play, seek, skip } = usePlayer()
  if (status === "failed") return <Failure onRetry={() => play()} />
  return (
    <div className="player-progress">
      <button
        type="button"
        onClick={() => skip(-STEP_S)}
        aria-label="Reculer de 15 secondes"
        className="player-button text-sm font-bold"
      >
        −15 s
      </button>
      <SeekSlider key={track.episodeId} audioRef={audioRef} track={track} onSeek={seek} />
      <button
        type="button"
        onClick={() => skip(STEP_S)}
        aria-label="Avancer de 15 secondes"
        className="player-button text-sm font-bold"
      >
        +15 s
      </button>
    </div>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="player-progress player-failure">
      <p role="alert" className="text-sm leading-tight font-semibold text-gold md:text-base">
        Lecture impossible : le fichier audio ne répond pas.
      </p>
      <button
        type="button"
        onClick={onRetry}
        className="poster min-h-11 flex-none bg-paper px-4 text-ink hover:bg-paper-shade"
      >
        Réessayer
      </button>
    </div>
  )
}

type SeekSliderProps = Props & { onSeek: (seconds: number) => void }

/** The place in the episode. */
function SeekSlider({ audioRef, track, onSeek }: SeekSliderProps) {
  const { elapsed, duration } = useAudioTimes(audioRef, track)
  const { dragged, input } = useSeekInput(onSeek)
  const shown = Math.min(dragged ?? elapsed, duration || Infinity)
  return (
    <div className="player-slider">
      <span className="player-time">{formatTime(shown)}</span>
      <input
        {...input(shown, duration)}
        aria-label="Position dans l’épisode"
        style={{ "--heard": `${duration > 0 ? (100 * shown) / duration : 0}%` } as CSSProperties}
      />
      <span className="player-time">{duration > 0 && formatTime(duration)}</span>
    </div>
  )
}
