import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"

/** Podcasting 2.0 JSON, and what Whisper writes; none for anything else. */
export function readJsonText(text: string): FoundCue[] | undefined {
  const json = parse(text)
  if (!isRecord(json)) return undefined
  const list = [json.segments, json.transcription, json.cues].find(Array.isArray)
  return list?.slice(0, MAX_FOUND_CUES).filter(isRecord).map(toCue)
}

function toCue(segment: Record<string, unknown>): FoundCue {
  const { speaker, body, text, offsets } = segment
  const said = typeof body === "string" ? body : typeof text === "string" ? text : ""
  const inMs = isRecord(offsets)
    ? { start: Number(offsets.from), end: Number(offsets.to) }
    : {
        start: 1_000 * secondsOf(segment.startTime ?? segment.start),
        end: 1_000 * secondsOf(segment.endTime ?? segment.end),
      }
  return {
    start: Number.isFinite(inMs.start) ? inMs.start : null,
    end: Number.isFinite(inMs.end) ? inMs.end : null,
    ...(typeof speaker === "string" && { speaker }),
    text: said,
  }
}

const secondsOf = (value: unknown) => (typeof value === "number" ? value : Number.NaN)

/** Nested deeper than any transcript, it would only be refused later. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
