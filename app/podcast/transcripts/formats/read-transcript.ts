import { cleanCues, type Cue, type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import { decodeCaption } from "./caption-text.ts"
import { readHtmlText } from "./html-text.ts"
import { readJsonText } from "./json-text.ts"
import { linesOf } from "./lines-of.ts"
import { readPlainText } from "./plain-text.ts"
import { nameSpeakers } from "./speaker-labels.ts"

/** In letters; a day of speech has a fifth of it. */
export const MAX_TRANSCRIPT = 5_000_000

/** A transcript in whatever form it comes: WebVTT, SRT, JSON, HTML or plain text. @returns none where there is nothing to read */
export function readTranscript(text: string): Cue[] {
  const file = text
    .slice(0, MAX_TRANSCRIPT)
    .replace(/^\ufeff/, "")
    .replaceAll("\0", "")
  const start = file.slice(0, 5_000).trimStart()
  if (/^[{[]/.test(start)) {
    const found = readJsonText(file)
    if (found) return cleanCues(found)
  }
  if (start.startsWith("WEBVTT") || /\d[.,]\d{1,3}\s*--?>\s*\d/.test(file))
    return cleanCues(readTimedText(file))
  if (/^<(?:!doctype|html|cite|time|p|div|article|section|body|ul|ol|h\d|!--)/i.test(start))
    return cleanCues(readHtmlText(file))
  return cleanCues(readPlainText(file))
}

const TIMES = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s*--?>\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})/
const VOICE = /^\s*<v(?:\.[^\s>]{0,100})?[ \t]+([^>]{1,300})>/i
/** Of a cue: two are usual. */
const MAX_LINES = 1_000

/**
 * WebVTT and SRT alike, also damaged ones: a line with two times begins a cue, which an empty line or the next one ends. All
 * else (numbers, notes, styles) is passed over.
 */
function readTimedText(text: string): FoundCue[] {
  const cues: (FoundCue & { lines: string[] })[] = []
  let current: (typeof cues)[number] | undefined

  for (const line of linesOf(text)) {
    const [, from, to] = line.includes(">") && line.length < 1_000 ? (TIMES.exec(line) ?? []) : []
    if (from && to) {
      if (cues.length === MAX_FOUND_CUES) break
      // A number right before is the next cue's.
      if (current && /^\s*\d{1,6}\s*$/.test(current.lines.at(-1) ?? "") && current.lines.length > 1)
        current.lines.pop()
      current = { start: timeOf(from), end: timeOf(to), text: "", lines: [] }
      cues.push(current)
    } else if (line.trim() === "") {
      current = undefined
    } else if (current && current.lines.length < MAX_LINES) current.lines.push(line)
  }
  return nameSpeakers(cues.flatMap(toCue))
}

/** One cue for each voice that speaks in it. */
function toCue({ start, end, lines }: FoundCue & { lines: string[] }): FoundCue[] {
  const voices: { speaker?: string; text: string }[] = []
  for (const line of lines) {
    const [tag = "", name] = VOICE.exec(line) ?? []
    if (name !== undefined) voices.push({ speaker: decodeCaption(name), text: line.slice(tag.length) })
    else {
      const last = voices.at(-1)
      if (last) last.text += ` ${line}`
      else voices.push({ text: line })
    }
  }
  return voices.map(({ speaker, text }) => ({ start, end, speaker, text: decodeCaption(text) }))
}

function timeOf(text: string) {
  const parts = text.replace(",", ".").split(":").map(Number)
  const [seconds = 0, minutes = 0, hours = 0] = parts.toReversed()
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000)
}
