import type { FoundCue } from "#app/kit/lib/cues.ts"

/** Of a cue that one reads at a glance: two lines of captions and a half. */
const MAX_LETTERS = 120
const PAUSE_MS = 1_000
const SENTENCE_END = /[.!?…]["»”)\]]?$/
/** Stands at what is before it. */
const PUNCTUATION = /^[.,;:!?…)\]»”]+$/

/** Words with their times as cues: one for each sentence, cut by a pause, at another speaker and before it grows long. */
export function joinWords(words: readonly FoundCue[]): FoundCue[] {
  const cues: FoundCue[] = []
  let current: FoundCue | undefined
  for (const { start, end = null, speaker, text } of words) {
    const word = text.trim()
    if (word === "") continue
    if (current && PUNCTUATION.test(word)) {
      current.text += word
      current.end = end ?? current.end
      continue
    }
    const isNew =
      !current ||
      current.speaker !== speaker ||
      current.text.length + word.length > MAX_LETTERS ||
      SENTENCE_END.test(current.text.slice(-2)) ||
      (start !== null && start - (current.end ?? start) >= PAUSE_MS)
    if (isNew || !current) {
      current = { start, end, speaker, text: word }
      cues.push(current)
    } else {
      current.text += /['’]$/.test(current.text.slice(-1)) ? word : ` ${word}`
      current.end = end ?? current.end
    }
  }
  return cues
}
