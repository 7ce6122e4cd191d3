import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import type { FoundText } from "./found-text.ts"
import { linesOf } from "./lines-of.ts"
import { nameSpeakers, speakerOf } from "./speaker-labels.ts"
import { FRAME_RATE, framesNote, readTime } from "./times.ts"

/** Formats of players and karaoke, a cue a line. None for what is none of them. */
export function readStyledCaptions(text: string, start: string): FoundText | undefined {
  if (
    /^(?:;[^\n]*\s+)?\[(?:Script Info|V4\+? Styles|Events)\]/i.test(start) ||
    /^Dialogue:\s?\S+,\d+:\d/.test(start)
  )
    return readAss(text)
  if (/^\{(?:\d{1,9}|DEFAULT)\}\{\d{0,9}\}/.test(start)) return readMicroDvd(text)
  if (LYRICS_TAG.test(start) || /^\[\d{1,3}:\d{2}\.\d{2,3}\]/.test(start)) return readLyrics(text)
  return undefined
}

/** Of a file that names no columns. */
const ASS_COLUMNS = "layer,start,end,style,name,marginl,marginr,marginv,effect,text".split(",")

/** Sub Station Alpha: the name stands beside the words, what draws and shapes in braces. */
function readAss(text: string): FoundText {
  let columns = ASS_COLUMNS
  let isEvents = true
  const cues = new Map<string, FoundCue>()
  let doubled = 0
  for (const line of linesOf(text)) {
    if (cues.size === MAX_FOUND_CUES) break
    if (line.startsWith("[")) isEvents = /^\[events\]/i.test(line)
    if (!isEvents) continue
    const [, kind, rest = ""] = /^(Format|Dialogue):(.*)$/i.exec(line) ?? []
    if (kind?.toLowerCase() === "format")
      columns = rest.split(",", 50).map((name) => name.trim().toLowerCase())
    if (kind?.toLowerCase() !== "dialogue") continue
    const cells = cellsOf(rest, columns.length)
    const cell = (...names: string[]) => cells[columns.findIndex((name) => names.includes(name))] ?? ""
    const said = withoutOverrides(cell("text"))
    const speaker = speakerOf(cell("name", "actor"))
    const found = {
      start: readTime(cell("start")) ?? null,
      end: readTime(cell("end")) ?? null,
      speaker,
      text: said,
    }
    // A shadow, a border and the letters are lines of their own.
    const key = `${found.start} ${found.end} ${said}`
    if (said !== "" && cues.has(key)) doubled += 1
    cues.set(key, found)
  }
  return {
    cues: [...cues.values()],
    notes: doubled > 0 ? ["Ce qui est affiché plusieurs fois au même moment n’est repris qu’une fois."] : [],
  }
}

/** The last cell has commas of its own. */
function cellsOf(text: string, count: number) {
  const cells: string[] = []
  let at = 0
  while (cells.length < count - 1) {
    const comma = text.indexOf(",", at)
    if (comma === -1) break
    cells.push(text.slice(at, comma).trim())
    at = comma + 1
  }
  return [...cells, text.slice(at)]
}

/** What stands after « {\p1} » are the lines of a drawing. */
function withoutOverrides(text: string) {
  const [first = "", ...pieces] = text.split("{")
  let said = first
  let isDrawing = false
  for (const piece of pieces) {
    const close = piece.indexOf("}")
    const [, scale] = /\\p(\d{1,2})/.exec(piece.slice(0, Math.max(0, close))) ?? []
    if (scale !== undefined) isDrawing = Number(scale) > 0
    if (!isDrawing) said += close === -1 ? `{${piece}` : piece.slice(close + 1)
  }
  return said.replace(/\\[Nnh]/g, " ").trim()
}

/** « {25}{75}Bonjour|tous »: frames, whose rate the first line may tell. */
function readMicroDvd(text: string): FoundText {
  const cues: FoundCue[] = []
  let frameRate: number | undefined
  for (const line of linesOf(text)) {
    if (cues.length === MAX_FOUND_CUES) break
    const [lead = "", from, to] = /^\s{0,5}\{(\d{1,9})\}\{(\d{0,9})\}/.exec(line) ?? []
    if (from === undefined) continue
    const said = line
      .slice(lead.length)
      .replace(/\{[a-z]:[^{}]{0,100}\}/gi, "")
      .replaceAll("|", " ")
      .trim()
    if (from === to && frameRate === undefined && /^\d\d(?:[.,]\d{1,3})?$/.test(said)) {
      frameRate = Number(said.replace(",", "."))
      continue
    }
    const timeOf = (frame = "") => (frame === "" ? null : (Number(frame) * 1_000) / (frameRate ?? FRAME_RATE))
    cues.push({ start: timeOf(from), end: timeOf(to), text: said })
  }
  return { cues, notes: frameRate === undefined ? [framesNote(FRAME_RATE)] : [] }
}

const LYRICS_TAG = /^\[(?:ar|al|ti|au|by|la|re|ve|length|offset|tool|#):[^\]\n]{0,200}\][ \t]{0,5}(?:\n|$)/i

/** LRC: one or more times before a line, perhaps others before its words. */
function readLyrics(text: string): FoundText | undefined {
  const cues: FoundCue[] = []
  for (const line of linesOf(text)) {
    if (cues.length >= MAX_FOUND_CUES) break
    const times: number[] = []
    let rest = line.trim()
    while (times.length < 100) {
      const [tag = "", clock] = /^\[(\d{1,3}:\d{2}(?:\.\d{2,3})?)\]\s{0,5}/.exec(rest) ?? []
      const time = clock === undefined ? undefined : readTime(clock)
      if (time === undefined) break
      times.push(time)
      rest = rest.slice(tag.length)
    }
    const said = rest.replace(/<\d{1,3}:\d{2}[.:]\d{2,3}>/g, "").replace(/ {2,}/g, " ")
    for (const start of times) {
      // An empty line ends the one before.
      const before = cues.at(-1)
      if (said !== "") cues.push({ start, text: said })
      else if (before && before.end === undefined) before.end = start
    }
    if (times.length === 0 && said !== "" && !LYRICS_TAG.test(said)) cues.push({ start: null, text: said })
  }
  return cues.some(({ start }) => start !== null) ? { cues: nameSpeakers(cues) } : undefined
}
