import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { formatTime, spellTime } from "./times.ts"
import type { Track } from "./track.ts"
import { useAudioTimes } from "./use-audio-times.ts"

type Props = {
  audioRef: RefObject<HTMLAudioElement | null>
  track: Track
  onSeek: (seconds: number) => void
}

/** The place in the episode. While it is dragged only the shown time moves; the file is asked once, at the end. */
export function SeekSlider({ audioRef, track, onSeek }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { elapsed, duration } = useAudioTimes(audioRef, track)
  const [dragged, setDragged] = useState<number>()
  const shown = Math.min(dragged ?? elapsed, duration || Infinity)
  const commit = useEffectEvent((seconds: number) => {
    onSeek(seconds)
    setDragged(undefined)
  })

  useEffect(() => {
    const slider = input.current
    // React calls every movement a change; the browser, only the last one.
    const onChange = () => slider && commit(slider.valueAsNumber)
    slider?.addEventListener("change", onChange)
    return () => slider?.removeEventListener("change", onChange)
  }, [])

  return (
    <div className="player-slider">
      <span className="player-time">{formatTime(shown)}</span>
      <input
        ref={input}
        type="range"
        min={0}
        max={duration}
        value={shown}
        disabled={duration === 0}
        onChange={(event) => setDragged(event.currentTarget.valueAsNumber)}
        aria-label="Position dans l’épisode"
        aria-valuetext={duration > 0 ? `${spellTime(shown)} sur ${spellTime(duration)}` : spellTime(shown)}
        style={{ "--heard": `${duration > 0 ? (100 * shown) / duration : 0}%` } as CSSProperties}
      />
      <span className="player-time">{duration > 0 && formatTime(duration)}</span>
    </div>
  )
}
