import { usePlayer } from "./player-context.ts"
import { spellPlace } from "./times.ts"
import type { Track } from "./track.ts"
import { useAudioTimes } from "./use-audio-times.ts"
import { useLinkTime } from "./use-link-time.ts"
import { useSeekInput } from "./use-seek-input.ts"
import { useStoredPosition } from "./use-stored-position.ts"

type Props = {
  track: Track
  /** A digit of base 36 for each (waves.server.ts). */
  bars: string
}

/** The episode's outline, with what was heard of it in red: a slider that plays from where one points. */
export function Waveform({ track, bars }: Props) {
  const player = usePlayer()
  const isCurrent = player.track?.episodeId === track.episodeId
  const audio = useAudioTimes(player.audioRef, track)
  const stored = useStoredPosition(track.episodeId)
  const linked = useLinkTime()
  const { dragged, input } = useSeekInput((seconds) => player.play(track, seconds))
  const duration = (isCurrent && audio.duration) || Math.floor(track.durationSeconds ?? 0)
  const place = dragged ?? (isCurrent ? audio.elapsed : (linked ?? stored ?? 0))
  const shown = Math.min(place, duration)
  return (
    <div className="waveform noscript:hidden">
      <svg viewBox={`0 0 ${STEP * bars.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id="waveform">
          <path d={pathOf(bars)} />
        </clipPath>
        <g clipPath="url(#waveform)">
          <rect width="100%" height="100%" className="fill-paper-dim" />
          <rect
            width={`${duration > 0 ? (100 * shown) / duration : 0}%`}
            height="100%"
            className="fill-blood"
          />
        </g>
      </svg>
      <input
        {...input}
        type="range"
        min={0}
        max={duration}
        value={shown}
        disabled={duration === 0}
        aria-label="Forme d’onde : écouter à partir d’ici"
        aria-valuetext={spellPlace(shown, duration)}
      />
    </div>
  )
}

const STEP = 4
const WIDTH = 3

/** Each bar grows from the middle, and what is silent is still a line. */
function pathOf(bars: string) {
  return [...bars]
    .map((digit, index) => {
      const half = Math.max(1, Math.round((parseInt(digit, 36) / 35) * 50))
      return `M${index * STEP} ${50 - half}h${WIDTH}v${2 * half}h-${WIDTH}z`
    })
    .join("")
}
