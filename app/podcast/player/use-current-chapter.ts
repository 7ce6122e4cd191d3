import { type RefObject, useCallback, useSyncExternalStore } from "react"
import { type Chapter, chapterAt } from "#app/kit/lib/chapters.ts"

const EVENTS = ["timeupdate", "seeking", "emptied"]

/** The chapter that is heard, by its place in the list; -1 before the first one. */
export function useCurrentChapter(
  audioRef: RefObject<HTMLAudioElement | null>,
  chapters: readonly Chapter[],
) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const element = audioRef.current
      for (const event of EVENTS) element?.addEventListener(event, onChange)
      return () => {
        for (const event of EVENTS) element?.removeEventListener(event, onChange)
      }
    },
    [audioRef],
  )
  return useSyncExternalStore(
    subscribe,
    () => chapterAt(chapters, audioRef.current?.currentTime ?? 0),
    () => -1,
  )
}
