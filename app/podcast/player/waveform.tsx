import { outlineOf } from "./outline.ts"
import { usePlayer } from "./player-context.ts"
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
  const { viewBox, path } = outlineOf(bars)
  return (
    <div className="waveform noscript:hidden">
      <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id="waveform">
          <path d={path} />
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
      <input {...input(shown, duration)} aria-label="Forme d’onde : écouter à partir d’ici" />
    </div>
  )
}
