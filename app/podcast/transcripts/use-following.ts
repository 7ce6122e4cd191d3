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

/** Pictures after which what came into sight has its height. */
const PICTURES = 3

/** Within its box alone: the page stays where it is. */
export function bringIntoSight(box: HTMLElement, sentence: HTMLElement) {
  const way = wayTo(sentence, box)
  const isFar = Math.abs(way) > 2 * box.clientHeight
  const isCalm = isFar || matchMedia("(prefers-reduced-motion: reduce)").matches
  box.scrollBy({ top: way, behavior: isCalm ? "instant" : "smooth" })
  if (isFar) settle(sentence, box, PICTURES)
}

/** How far it is to where one reads. Not by `offsetTop`: paragraphs that are laid out late measure for themselves. */
function wayTo(sentence: HTMLElement, box: HTMLElement) {
  return sentence.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3
}

/** Paragraphs are as high as they are expected to be until they come into sight. */
function settle(sentence: HTMLElement, box: HTMLElement, pictures: number) {
  requestAnimationFrame(() => {
    box.scrollBy({ top: wayTo(sentence, box), behavior: "instant" })
    if (pictures > 1) settle(sentence, box, pictures - 1)
  })
}
