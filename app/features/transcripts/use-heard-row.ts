import { type RefObject, useEffect } from "react"
import type { Cue } from "#app/lib/cues.ts"
import { sentenceAt } from "./sentences.ts"

/** Marks the row of the sentence that is heard, and keeps it in sight while nobody types. */
export function useHeardRow(
  list: RefObject<HTMLOListElement | null>,
  audio: RefObject<HTMLAudioElement | null> | null,
  cues: readonly Cue[],
) {
  useEffect(() => {
    const [rows, player] = [list.current, audio?.current]
    if (!rows || !player) return
    const starts = cues.map(({ start }) => (start ?? Infinity) / 1_000)
    let marked: Element | undefined
    const follow = () => {
      const row = rows.children[sentenceAt(starts, player.currentTime)]
      if (row === marked) return
      marked?.removeAttribute("aria-current")
      row?.setAttribute("aria-current", "true")
      marked = row
      const isTyping = rows.contains(document.activeElement) && document.activeElement?.tagName !== "BUTTON"
      if (!player.paused && !isTyping) row?.scrollIntoView({ block: "center" })
    }
    player.addEventListener("timeupdate", follow)
    player.addEventListener("seeking", follow)
    return () => {
      player.removeEventListener("timeupdate", follow)
      player.removeEventListener("seeking", follow)
      marked?.removeAttribute("aria-current")
    }
  }, [list, audio, cues])
}
