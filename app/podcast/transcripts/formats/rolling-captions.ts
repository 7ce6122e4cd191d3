import { decodeCaption } from "./caption-text.ts"
import { readTime } from "./times.ts"

/** As it stands in a file: its lines with their tags. */
export type RawCue = { start: number | null; end: number | null; lines: string[] }

/** What stands no longer only carries lines on. */
const FLASH_MS = 50
/** Between two cues of which one carries on the other's lines. */
const GAP_MS = 1_000
const WORD_TIME = /<((?:\d{1,3}:)?\d{1,2}:\d{2}\.\d{1,3})>/

export const UNROLLED = "Les lignes que ces sous-titres automatiques répètent ne sont reprises qu’une fois."

/**
 * Rolling captions, as YouTube makes them: a cue shows the lines of the one before once more, above what is new. Such a file's lines are
 * each taken once, where they are new; what is said twice in others stays.
 */
export function unroll(cues: RawCue[]): { rolled: RawCue[]; notes: string[] } {
  const shown = cues.map(({ lines }) =>
    lines
      .filter((line) => line.trim() !== "")
      .slice(0, 10)
      .map(toPlain),
  )
  const carried = cues.map((cue, index) => carriedBy(cue, cues[index - 1], shown[index], shown[index - 1]))
  if (!isRolling(cues, shown, carried)) return { rolled: cues, notes: [] }
  // Of single lines only those that flash are there once more.
  const isSingle = shown.every((lines) => lines.length < 2)
  const rolled: RawCue[] = []
  for (const [index, cue] of cues.entries()) {
    const { start, end } = cue
    const old = isSingle && !isFlash(cue) ? 0 : (carried[index] ?? 0)
    const fresh = cue.lines.filter((line) => line.trim() !== "").slice(old)
    const before = rolled.at(-1)
    if (fresh.length > 0) rolled.push({ start: firstWord(fresh[0]) ?? start, end, lines: fresh })
    else if (before && !isFlash(cue) && old > 0) before.end = end
  }
  return { rolled, notes: [UNROLLED] }
}

const toPlain = (line: string) => decodeCaption(line).replace(/\s+/g, " ").trim()

/** How many of a cue's first lines are the last of the one before. Those with times of words are new. */
function carriedBy(cue: RawCue, before: RawCue | undefined, lines: string[] = [], old: string[] = []) {
  if (!before || Math.abs((cue.start ?? 0) - (before.end ?? 0)) > GAP_MS) return 0
  const raw = cue.lines.filter((line) => line.trim() !== "")
  const timed = raw.findIndex((line) => WORD_TIME.test(line))
  const most = Math.min(timed === -1 ? lines.length : timed, old.length)
  for (let count = most; count > 0; count -= 1)
    if (lines.slice(0, count).every((line, index) => line === old[old.length - count + index])) return count
  return 0
}

const isFlash = ({ start, end }: RawCue) => (end ?? 0) - (start ?? 0) <= FLASH_MS

/** Most that have several lines begin with what was there: no song and no « non, non » does. */
function isRolling(cues: RawCue[], shown: string[][], carried: number[]) {
  let [several, grown, flashes, timed] = [0, 0, 0, 0]
  for (const [index, cue] of cues.entries()) {
    const [count, kept] = [shown[index]?.length ?? 0, carried[index] ?? 0]
    if (count > 1) several += 1
    if (kept > 0 && kept < count) grown += 1
    if (kept > 0 && kept === count && isFlash(cue)) flashes += 1
    if (cue.lines.some((line) => WORD_TIME.test(line))) timed += 1
  }
  if (several === 0) return flashes > 0
  return grown >= several / 2 && (grown > 1 || flashes + timed > 0)
}

/** Where a line begins with the time of its first word. */
function firstWord(line = "") {
  const [tag, time] = WORD_TIME.exec(line.trimStart().slice(0, 20)) ?? []
  return tag !== undefined && time !== undefined && line.trimStart().startsWith(tag)
    ? readTime(time)
    : undefined
}
