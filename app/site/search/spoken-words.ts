import { type Matcher, wordsOf } from "./highlight.ts"
import { wordsInARow } from "./letters.ts"
import type { SearchPart } from "./search-terms.ts"

/** A place in a text of which each line is a sentence. */
export type Place = {
  /** The number of its line, from 0 on. */
  line: number
  said: string
}

/** Of one text: somebody may say nothing else. */
const MOST_WORDS = 5_000
const MOST_PHRASES = 100
/** A word that tells something is more than all those beside it that every sentence has. */
const TELLING = 100
const PHRASE = 1_000_000

/**
 * The places of a text where most of what was searched for is said at once, in their order: phrases first, also those that
 * go on in the next line, then lines by how many different words they have. Lines that have less than half of what the best has
 * are none of them.
 *
 * @param found where words begin that may be meant, in any order
 */
export function bestPlaces(
  text: string,
  found: { word: string; index: number }[],
  { isMatch, tells }: Matcher,
  phrases: RegExp[],
  most: number,
): Place[] {
  const lines = new LineNumbers(text)
  const scores = new Map<number, Set<string>>()
  for (const { word, index } of found.slice(0, MOST_WORDS)) {
    if (!isMatch(word)) continue
    const line = lines.at(index)
    scores.set(line, (scores.get(line) ?? new Set()).add(word))
  }
  const ends = new Map<number, number>()
  for (const phrase of phrases) {
    for (const { 0: said, index } of text.matchAll(phrase).take(MOST_PHRASES)) {
      const line = lines.at(index)
      const last = lines.at(index + said.length)
      scores.set(line, (scores.get(line) ?? new Set()).add(said))
      ends.set(line, Math.max(last, ends.get(line) ?? line))
    }
  }
  const scored = [...scores].map(([line, words]) => ({
    line,
    score:
      (ends.has(line) ? PHRASE : 0) + [...words].reduce((sum, word) => sum + (tells(word) ? TELLING : 1), 0),
  }))
  const best = scored.reduce((most, { score }) => Math.max(most, score), 0)
  return scored
    .filter(({ score }) => score * 2 >= best)
    .toSorted((a, b) => b.score - a.score || a.line - b.line)
    .slice(0, most)
    .map(({ line }) => ({ line, said: lines.text(line, ends.get(line) ?? line) }))
    .toSorted((a, b) => a.line - b.line)
}

/** Patterns of what has to be said as it was typed. */
export const phrasesOf = (parts: SearchPart[]) =>
  parts.flatMap(({ text, isPhrase, isExcluded }) =>
    isPhrase && !isExcluded ? wordsInARow(wordsOf(text).map(({ word }) => word)) : [],
  )

class LineNumbers {
  readonly #lines: string[]
  readonly #starts: number[] = []

  constructor(text: string) {
    this.#lines = text.split("\n")
    let start = 0
    for (const line of this.#lines) {
      this.#starts.push(start)
      start += line.length + 1
    }
  }

  at(index: number) {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  text = (first: number, last: number) => this.#lines.slice(first, last + 1).join(" ")
}
