import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import { decodeCaption } from "./caption-text.ts"
import type { FoundText } from "./found-text.ts"
import { linesOf } from "./lines-of.ts"
import { type RawCue, unroll } from "./rolling-captions.ts"
import { nameSpeakers } from "./speaker-labels.ts"
import { readTime } from "./times.ts"

/** « 12:30 » is none: it may stand in a sentence. */
const CLOCK = String.raw`(?:\d{1,3}:\d{1,2}:\d{2}(?:[.,:;]\d{1,3})?|\d{1,3}:\d{2}[.,]\d{1,3})`
const TIMES = new RegExp(String.raw`^[ \t]{0,20}(${CLOCK})[ \t]{0,5}--?>[ \t]{0,5}(${CLOCK})`, "m")
/** As SBV and SubViewer have them. */
const PAIR = /^[ \t]{0,20}(\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}),(\d{1,3}:\d{2}:\d{2}[.,]\d{1,3})[ \t]{0,20}$/m
const VOICE = /^\s*<v(?:\.[^\s>]{0,100})?[ \t]+([^>]{1,300})>/i
const NUMBER = /^\s{0,20}\d{1,6}\s{0,20}$/
/** Of a cue: two are usual. */
const MAX_LINES = 1_000

const timesOf = (line: string) =>
  line.length < 1_000 && line.includes(":") ? (TIMES.exec(line) ?? PAIR.exec(line)) : null

type OpenCue = RawCue & { number?: number }

/**
 * WebVTT, SRT, SBV and SubViewer alike, also damaged ones: a line with two times begins a cue. In WebVTT an empty line ends it, as its
 * standard says; elsewhere only the next one does. None for what has no such line.
 */
export function readTimedText(text: string): FoundText | undefined {
  const isVtt = text.trimStart().startsWith("WEBVTT")
  if (!isVtt && !TIMES.test(text) && !PAIR.test(text)) return undefined
  const cues: OpenCue[] = []
  const lost = createLost()
  let current: OpenCue | undefined
  // Of a cue that is no cue: a comment, a style, or what nobody knows the time of.
  let outside: string[] = []

  for (const line of linesOf(text)) {
    const [, from = "", to = ""] = timesOf(line) ?? []
    if (from && to) {
      if (cues.length === MAX_FOUND_CUES) break
      const number = current ? takeNumber(current) : numberOf(outside.at(-1))
      // What stands right before times is the cue's name, in SRT its number.
      const before = isVtt || numberOf(outside.at(-1)) !== undefined ? outside.slice(0, -1) : outside
      if (!isOwn(before)) lost.add(before)
      outside = []
      current = { start: readTime(from) ?? null, end: readTime(to) ?? null, lines: [], number }
      cues.push(current)
    } else if (isVtt ? line === "" : line.trim() === "") {
      if (!isVtt) current?.lines.push("")
      else {
        current = undefined
        if (!isOwn(outside)) lost.add(outside)
        outside = []
      }
    } else if (current && current.lines.length < MAX_LINES) current.lines.push(line)
    else outside.push(line)
  }
  if (!isVtt && current) takeNumber(current)
  if (!isOwn(outside)) lost.add(outside)
  const { rolled, notes } = unroll(cues)
  return { cues: nameSpeakers(rolled.flatMap(toCues)), notes: [...notes, ...lost.notes()] }
}

/** The next cue's number, which stands right before its times, or first in its block. */
function takeNumber({ lines, number: before = 0 }: OpenCue) {
  const last = lines.findLastIndex((line) => line.trim() !== "")
  const number = numberOf(lines[last])
  if (number === undefined) return undefined
  const isFirst = last > 0 && lines[last - 1]?.trim() === ""
  const isAdjacent = last === lines.length - 1 && (last > 0 || number === before + 1)
  if (!isAdjacent && !(isFirst && number === before + 1)) return undefined
  lines.splice(last)
  return number
}

const numberOf = (line = "") => (NUMBER.test(line) ? Number(line) : undefined)

/** What a file says of itself, beside what is said. */
const isOwn = ([first = "", ...rest]: string[]) =>
  /^(?:(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)|X-TIMESTAMP-MAP|Kind:|Language:|\[)/.test(first) ||
  (rest.length === 0 && (first === "" || numberOf(first) !== undefined))

/** Lines that belong to no cue: how many, and how the first begins. */
function createLost() {
  let count = 0
  let sample = ""
  return {
    add(lines: string[]) {
      count += lines.length
      sample ||= (lines[0] ?? "").trim().slice(0, 60).toWellFormed()
    },
    notes() {
      if (count === 0) return []
      return [
        count === 1
          ? `Une ligne sans heure n’est pas reprise\u00a0: «\u00a0${sample}\u00a0».`
          : `${count.toLocaleString("fr-FR")}\u00a0lignes sans heure ne sont pas reprises, à partir de «\u00a0${sample}\u00a0».`,
      ]
    },
  }
}

/** One cue for each voice that speaks in it. */
function toCues({ start, end, lines }: RawCue): FoundCue[] {
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
  return voices.map(({ speaker, text }) => ({
    start,
    end,
    speaker,
    text: decodeCaption(text.replaceAll("[br]", " ")),
  }))
}
