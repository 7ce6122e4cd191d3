import { type RefObject, useState } from "react"
import { formatSpeed, keepSpeed, readSpeed, SPEEDS } from "./speeds.ts"

/** How fast all episodes are played. It only shows in a bar that a press opened, so the browser's memory is at hand. */
export function SpeedSelect({ audioRef }: { audioRef: RefObject<HTMLAudioElement | null> }) {
  const [speed, setSpeed] = useState(readSpeed)
  const change = (chosen: number) => {
    setSpeed(chosen)
    keepSpeed(chosen)
    if (audioRef.current) audioRef.current.playbackRate = audioRef.current.defaultPlaybackRate = chosen
  }
  return (
    <select
      value={speed}
      onChange={(event) => change(Number(event.currentTarget.value))}
      aria-label="Vitesse de lecture"
      className="player-speed"
    >
      {SPEEDS.map((choice) => (
        <option key={choice} value={choice}>
          {formatSpeed(choice)}
        </option>
      ))}
    </select>
  )
}
