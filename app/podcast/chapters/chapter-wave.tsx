import { useEffect, useState } from "react"
import { parseClock, writeClock } from "#app/kit/lib/chapters.ts"
import type { FormSound } from "./use-form-sound.ts"

type Props = {
  /** A digit of base 36 for each (player/waves.server.ts). */
  bars: string
  sound: FormSound
  /** Where chapters begin, as they are typed. */
  starts: string[]
}

const EVENTS = ["timeupdate", "seeking", "seeked", "durationchange", "loadedmetadata"]

/** The outline of a sound with its chapters' beginnings: a slider that moves its player. */
export function ChapterWave({ bars, sound, starts }: Props) {
  const [{ at, duration }, setPlace] = useState({ at: 0, duration: 0 })
  const { address, find } = sound

  useEffect(() => {
    const audio = find()
    if (!audio) return
    const follow = () =>
      setPlace((place) => ({
        // On its way it may say where it was before, and a second press would begin there.
        at: audio.seeking ? place.at : audio.currentTime,
        duration: Number.isFinite(audio.duration) ? audio.duration : 0,
      }))
    follow()
    for (const event of EVENTS) audio.addEventListener(event, follow)
    return () => {
      for (const event of EVENTS) audio.removeEventListener(event, follow)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `find` looks where the address says.
  }, [address])

  if (duration === 0) return null
  const seek = (seconds: number) => {
    const audio = find()
    if (!audio) return
    audio.currentTime = seconds
    // The sound says so only later: a second press goes on from here.
    setPlace((place) => ({ ...place, at: seconds }))
  }
  const placeOf = (seconds: number) => `${Math.min(100, (100 * seconds) / duration)}%`
  const marks = starts.flatMap((clock) => parseClock(clock) ?? [])
  return (
    <div className="chapter-wave">
      <svg aria-hidden="true">
        <svg viewBox={`0 0 ${4 * bars.length} 100`} preserveAspectRatio="none" width="100%" height="100%">
          <path d={pathOf(bars)} fill="currentColor" opacity="0.5" />
        </svg>
        {marks.map((start) => (
          <rect
            key={start}
            x={placeOf(start / 1_000)}
            width="2"
            height="100%"
            fill="var(--color-paper-ink)"
          />
        ))}
        <rect x={placeOf(at)} width="3" height="100%" fill="currentColor" />
      </svg>
      <input
        type="range"
        min={0}
        max={Math.floor(duration)}
        value={Math.floor(at)}
        onChange={(event) => seek(event.target.valueAsNumber)}
        aria-label="Place dans le son"
        aria-valuetext={writeClock(Math.floor(at) * 1_000)}
      />
    </div>
  )
}

function pathOf(bars: string) {
  return [...bars]
    .map((digit, index) => {
      const half = Math.max(1, Math.round((parseInt(digit, 36) / 35) * 50))
      return `M${index * 4} ${50 - half}h3v${2 * half}h-3z`
    })
    .join("")
}
