import { parseClock } from "#app/kit/lib/chapters.ts"
import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import { decodeCaption } from "./caption-text.ts"
import { linesOf } from "./lines-of.ts"
import { nameSpeakers } from "./speaker-labels.ts"

const CLOCK = String.raw`(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`
/** « [12:30] Bonsoir », « 12:30 Bonsoir » */
const BEFORE = new RegExp(`^\\s{0,5}[([]?(${CLOCK})[)\\]]?[ \\t]{0,5}[-–—]?[ \\t]{0,5}`)
/** « Awa (12:30) : », alone on its line: who speaks next, and when. */
const HEADING = new RegExp(
  `^\\s{0,5}(\\p{L}[^:\\n()\\[\\]]{0,60}?)[ \\t]{1,5}[([]?(${CLOCK})[)\\]]?[ \\t:]{0,5}$`,
  "u",
)

/** As hosts edit a text without times (`writeEditable`). */
const VOICE = /^<v ([^<>]{1,300})>/

/** A text in paragraphs, some of which may tell their time: each a cue. What follows on lines of its own belongs to it. */
export function readPlainText(text: string): FoundCue[] {
  const cues: FoundCue[] = []
  let heading: { start: number; speaker?: string } | undefined
  for (const line of linesOf(text)) {
    if (cues.length === MAX_FOUND_CUES) break
    if (line.trim() === "") continue
    const [, speaker, at] = line.length < 200 ? (HEADING.exec(line) ?? []) : []
    const announced = at === undefined ? undefined : parseClock(at)
    if (speaker && announced !== undefined) {
      heading = { start: announced, speaker }
      continue
    }
    const [voice, name] = VOICE.exec(line.slice(0, 400)) ?? []
    if (voice && name !== undefined) {
      cues.push({ start: null, speaker: decodeCaption(name), text: decodeCaption(line.slice(voice.length)) })
      continue
    }
    const [lead = "", clock] = BEFORE.exec(line.slice(0, 60)) ?? []
    const start = clock === undefined ? undefined : parseClock(clock)
    // Alone on its line: when what follows is said.
    if (start !== undefined && line.length <= 60 && line.slice(lead.length).trim() === "") {
      heading = { ...heading, start }
      continue
    }
    cues.push({
      start: start ?? heading?.start ?? null,
      ...(heading?.speaker && { speaker: heading.speaker }),
      text: start === undefined ? line : line.slice(lead.length),
    })
  }
  return nameSpeakers(cues)
}
