import { type RefObject, useEffect, useEffectEvent, useState } from "react"
import { type CueRows, rowAt } from "./rows.ts"

/**
 * The sentence that is heard, by its place; -1 before the first.
 *
 * @param onHeard called with each new one while the sound plays
 */
export function useHeardRow(
  audio: RefObject<HTMLAudioElement | null>,
  rows: CueRows,
  onHeard: (row: number) => void,
) {
  const [heard, setHeard] = useState(-1)
  const follow = useEffectEvent((player: HTMLAudioElement) => {
    const row = rowAt(rows, player.currentTime)
    if (row === heard) return
    setHeard(row)
    if (!player.paused && row >= 0) onHeard(row)
  })
  useEffect(() => {
    const player = audio.current
    if (!player) return
    const listener = () => follow(player)
    const events = ["timeupdate", "seeking", "play"]
    for (const event of events) player.addEventListener(event, listener)
    return () => {
      for (const event of events) player.removeEventListener(event, listener)
    }
  }, [audio])
  return heard
}
