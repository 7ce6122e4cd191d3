// Transcripts: what is said in an episode, sentence by sentence as files of captions have them.

/** Times in milliseconds; null in a text that has none. */
export type Cue = { start: number | null; end: number | null; speaker?: string; text: string }

export const MAX_CUES = 20_000
/** What is looked at of a file, which may have empty ones. */
export const MAX_FOUND_CUES = 200_000
export const MAX_CUE_LETTERS = 5_000
export const MAX_SPEAKER_LETTERS = 100
export const MAX_LETTERS = 2_000_000
const DAY_MS = 86_400_000

/** What a file may say of a cue: anything. */
export type FoundCue = { start: number | null; end?: number | null; speaker?: string; text: string }

/**
 * Cues as they are stored: in order, none empty, each on one line and ended at the latest where the next one begins; with
 * times all of them, or none. What is too much is cut.
 */
export function cleanCues(found: readonly FoundCue[]): Cue[] {
  const isTimed = found.some(({ start }) => start !== null)
  const kept: Cue[] = []
  let letters = 0
  let last: number | null = isTimed ? 0 : null
  for (const { start, end = null, speaker, text } of found) {
    const line = toLine(text, MAX_CUE_LETTERS)
    if (line === "") continue
    letters += line.length
    if (kept.length === MAX_CUES || letters > MAX_LETTERS) break
    const at: number | null = isTimed ? (timeOf(start) ?? last) : null
    const name = toLine(speaker ?? "", MAX_SPEAKER_LETTERS)
    kept.push({ start: at, end: isTimed ? timeOf(end) : null, ...(name && { speaker: name }), text: line })
    last = at
  }
  const inOrder = kept.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
  return inOrder.map((cue, index) => ({ ...cue, end: endOf(cue, inOrder[index + 1]) }))
}

function endOf({ start, end, text }: Cue, next: Cue | undefined) {
  if (start === null) return null
  // As long as it takes to say it, where nobody knows.
  const own = end !== null && end > start ? end : start + 2_000 + text.length * 60
  const limit = next?.start ?? null
  return limit !== null && limit > start ? Math.min(own, limit) : own
}

function timeOf(value: number | null | undefined) {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 && value <= DAY_MS
    ? Math.round(value)
    : null
}

const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu

function toLine(text: string, longest: number) {
  const line = text
    .slice(0, 4 * longest)
    .toWellFormed()
    .replace(INVISIBLE, " ")
    .replace(/ {2,}/g, " ")
    .trim()
  return line.length > longest ? line.slice(0, longest).toWellFormed().trim() : line
}

/** As it is searched: the n-th line is the n-th cue's. */
export function textOfCues(cues: readonly Cue[]) {
  return cues.map(({ text }) => text).join("\n")
}

/** Each once, in the order in which they speak first. */
export function speakersOf(cues: readonly Cue[]) {
  return [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))]
}

export const isTimed = (cues: readonly Cue[]) => cues[0] !== undefined && cues[0].start !== null

/** What one person says at a stretch. */
export type Paragraph = { start: number | null; speaker: string; cues: Cue[] }

const LONG = 350
const TOO_LONG = 700
const PAUSE_MS = 3_000

/** Cues as paragraphs that one reads: a new one for another speaker, after a pause, and where it grows long at the end of a sentence. */
export function toParagraphs(cues: readonly Cue[]): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let letters = 0
  for (const cue of cues) {
    const { start, speaker = "", text } = cue
    const current = paragraphs.at(-1)
    const before = current?.cues.at(-1)
    const isNew =
      !current ||
      !before ||
      current.speaker !== speaker ||
      start === null ||
      start - (before.end ?? start) > PAUSE_MS ||
      letters > TOO_LONG ||
      (letters > LONG && /[.!?…»"]$/.test(before.text))
    if (isNew) {
      paragraphs.push({ start, speaker, cues: [cue] })
      letters = text.length
    } else {
      current.cues.push(cue)
      letters += text.length
    }
  }
  return paragraphs
}
