import type { CSSProperties, RefObject } from "react"
import { formatTime, spellPlace } from "./times.ts"
import type { Track } from "./track.ts"
import { useAudioTimes } from "./use-audio-times.ts"
import { useSeekInput } from "./use-seek-input.ts"

type Props = {
  audioRef: RefObject<HTMLAudioElement | null>
  track: Track
  onSeek: (seconds: number) => void
}

/** The place in the episode. */
export function SeekSlider({ audioRef, track, onSeek }: Props) {
  const { elapsed, duration } = useAudioTimes(audioRef, track)
  const { dragged, input } = useSeekInput(onSeek)
  const shown = Math.min(dragged ?? elapsed, duration || Infinity)
  return (
    <div className="player-slider">
      <span className="player-time">{formatTime(shown)}</span>
      <input
        {...input}
        type="range"
        min={0}
        max={duration}
        value={shown}
        disabled={duration === 0}
        aria-label="Position dans l’épisode"
        aria-valuetext={spellPlace(shown, duration)}
        style={{ "--heard": `${duration > 0 ? (100 * shown) / duration : 0}%` } as CSSProperties}
      />
      <span className="player-time">{duration > 0 && formatTime(duration)}</span>
    </div>
  )
}
