/** A piece of a text; `isMatch` where it is what was searched for. */
export type Segment = { text: string; isMatch?: true }

/** True of a word, as `wordsOf` gives it. */
type IsWord = (word: string) => boolean

/** Which words were searched for, and which of them are more than those that every text is full of: all, where no other was. */
export type Matcher = { isMatch: IsWord; tells: IsWord }

const WORD = /[\p{L}\p{N}\p{M}]+|[\p{Extended_Pictographic}\p{Regional_Indicator}]/gu

/** The words of a text in lower case, with where they stand. */
export function wordsOf(text: string) {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    word: word.normalize("NFC").toLowerCase(),
    start: index,
    end: index + word.length,
  }))
}

/** A whole text in pieces; matches beside each other are one, in which at least one word tells something. */
export function highlight(text: string, { isMatch, tells }: Matcher): Segment[] {
  const runs: { start: number; end: number; tells: boolean }[] = []
  for (const { word, start, end } of wordsOf(text)) {
    if (!isMatch(word)) continue
    const last = runs.at(-1)
    if (last && /^[\s\u00a0\u202f'’-]$/.test(text.slice(last.end, start))) {
      last.end = end
      last.tells ||= tells(word)
    } else runs.push({ start, end, tells: tells(word) })
  }
  const segments: Segment[] = []
  let done = 0
  for (const { start, end } of runs.filter((run) => run.tells)) {
    if (done < start) segments.push({ text: text.slice(done, start) })
    segments.push({ text: text.slice(start, end), isMatch: true })
    done = end
  }
  if (done < text.length) segments.push({ text: text.slice(done) })
  return segments
}

/**
 * The part of a text where most of what was searched for stands together, or its beginning.
 *
 * @param length about how long it is, in characters
 */
export function passage(text: string, matcher: Matcher, length: number): Segment[] {
  const words = wordsOf(text)
  const matches = words.filter(({ word }) => matcher.isMatch(word) && matcher.tells(word))
  let best = { start: 0, kinds: 0, count: 0 }
  for (const [index, { start }] of matches.entries()) {
    const near: string[] = []
    for (let at = index; at < matches.length && near.length < MOST_COMPARED; at += 1) {
      const match = matches[at]
      if (!match || match.end > start + length * 0.8) break
      near.push(match.word)
    }
    const kinds = new Set(near).size
    if (kinds > best.kinds || (kinds === best.kinds && near.length > best.count))
      best = { start, kinds, count: near.length }
  }
  // What leads to it is read first; from the beginning where that is near.
  const wanted = best.start - length * 0.25
  const from = wanted <= 0 ? 0 : (words.find(({ start }) => start >= wanted)?.start ?? 0)
  const last = words.findLast(({ end }) => end <= from + length)
  const isWhole = text.length <= from + length * 1.15
  const to = isWhole ? text.length : Math.max(last?.end ?? 0, Math.min(from + length, best.start + length))
  const shown = `${from > 0 ? "… " : ""}${text.slice(from, to).trim()}${isWhole ? "" : "…"}`
  return highlight(shown, matcher)
}

/** Of one place: a text may hold nothing else. */
const MOST_COMPARED = 30
