import { type RefObject, useEffect } from "react"
import { HEARD, sentenceAt, sentencesIn } from "./sentences.ts"

/**
 * Marks the sentence that is heard, and keeps it in sight.
 *
 * @param audio of what is played; null while that is something else
 */
export function useFollowing(
  box: RefObject<HTMLElement | null>,
  audio: RefObject<HTMLAudioElement | null> | null,
  isScrolled: boolean,
) {
  useEffect(() => {
    const [text, player] = [box.current, audio?.current]
    if (!text || !player) return
    const sentences = sentencesIn(text)
    const starts = sentences.map(({ dataset }) => Number(dataset.t))
    let marked: HTMLElement | undefined
    const follow = () => {
      const current = sentences[sentenceAt(starts, player.currentTime)]
      if (current === marked) return
      marked?.classList.remove(HEARD)
      current?.classList.add(HEARD)
      marked = current
      if (current && isScrolled) bringIntoSight(text, current)
    }
    follow()
    player.addEventListener("timeupdate", follow)
    player.addEventListener("seeking", follow)
    return () => {
      player.removeEventListener("timeupdate", follow)
      player.removeEventListener("seeking", follow)
      marked?.classList.remove(HEARD)
    }
  }, [box, audio, isScrolled])
}

/** Within its box alone: the page stays where it is. */
export function bringIntoSight(box: HTMLElement, sentence: HTMLElement) {
  const top = sentence.offsetTop - box.clientHeight / 3
  box.scrollTo({ top, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" })
}
