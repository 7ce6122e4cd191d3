import { type RefObject, useCallback, useSyncExternalStore } from "react"
import { durationOf } from "./audio-commands.ts"
import type { Track } from "./track.ts"

const EVENTS = ["timeupdate", "seeking", "durationchange", "emptied"]

/**
 * Where the player is and how long the file lasts (0 as long as nobody knows), in whole seconds: a new look once a
 * second is enough.
 */
export function useAudioTimes(audioRef: RefObject<HTMLAudioElement | null>, track: Track) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      for (const event of EVENTS) audioRef.current?.addEventListener(event, onChange)
      const element = audioRef.current
      return () => {
        for (const event of EVENTS) element?.removeEventListener(event, onChange)
      }
    },
    [audioRef],
  )
  const elapsed = useSyncExternalStore(
    subscribe,
    () => Math.floor(audioRef.current?.currentTime ?? 0),
    unknown,
  )
  const duration = useSyncExternalStore(
    subscribe,
    () => (audioRef.current ? Math.floor(durationOf(audioRef.current, track) ?? 0) : 0),
    unknown,
  )
  return { elapsed, duration }
}

/** On the server nothing plays. */
const unknown = () => 0
