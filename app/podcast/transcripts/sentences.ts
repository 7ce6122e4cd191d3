/** What is said between two pauses: it has its time (transcripts.server.ts). */
export function sentencesIn(box: Element) {
  return [...box.querySelectorAll<HTMLElement>("[data-t]")]
}

/** Where a sentence, or the link before a paragraph, begins, in seconds; undefined for anything else. */
export function timeOf(target: EventTarget | null) {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-t], a[href^='?t=']") : null
  const text = element?.dataset.t ?? element?.getAttribute("href")?.slice(3)
  return text === undefined ? undefined : Number(text)
}

/** The last sentence that began, by its place; -1 before the first. @param starts in order */
export function sentenceAt(starts: readonly number[], seconds: number) {
  let [from, to] = [0, starts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((starts[middle] ?? Infinity) <= seconds) from = middle + 1
    else to = middle
  }
  return from - 1
}

/** Moves the focus one sentence on or back. @returns false where there is none */
export function focusBeside(box: Element, from: EventTarget, way: number) {
  const all = sentencesIn(box)
  const here = from instanceof HTMLElement ? all.indexOf(from) : -1
  const heard = all.findIndex((sentence) => sentence.classList.contains(HEARD))
  const next = all[here === -1 ? Math.max(0, heard) : here + way]
  if (!next) return false
  next.tabIndex = -1
  next.focus()
  return true
}

/** The class of the sentence that is heard. */
export const HEARD = "is-heard"
