import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import { type FoundText, refuse } from "./found-text.ts"
import { joinWords } from "./join-words.ts"
import { readPlainText } from "./plain-text.ts"
import { speakerOf } from "./speaker-labels.ts"
import { inSeconds, readTime } from "./times.ts"

type Json = Record<string, unknown>

/** What begins as JSON begins, and not as « [Musique] » or « {rires} » do. */
const OPENING = /^(?:\{\s{0,100}["}]|\[\s{0,100}[{[\]"\d-])/

/**
 * The JSON of Podcasting 2.0, of Whisper and of the services that write speech down. None for what is no JSON.
 *
 * @param start of the text, without spaces before it
 */
export function readJsonText(text: string, start: string): FoundText | undefined {
  if (!OPENING.test(start)) return undefined
  const json = parse(text) ?? parseLines(text)
  if (json === undefined)
    return start.startsWith("{") || /^\[\s{0,100}[{[]/.test(start)
      ? refuse("Ce fichier JSON est incomplet ou abîmé.")
      : undefined
  const cues = cuesOf(json, 0)
  return cues ? { cues } : refuse("Ce fichier JSON n’a pas la forme d’une transcription connue.")
}

/** The lists of sentences, under the names that they have. */
const PHRASES =
  "segments transcription cues utterances phrases recognizedPhrases sentences paragraphs chunks captions subtitles transcript transcripts results"
    .split(" ")
    .filter(Boolean)
/** What some put around everything. */
const WRAPPERS = ["transcript", "transcription", "results", "result", "data", "response", "output"]

function cuesOf(json: unknown, depth: number): FoundCue[] | undefined {
  if (Array.isArray(json)) return phrasesOf(json)
  if (!isRecord(json) || depth > 3) return undefined
  const found =
    ofAmazon(json) ?? ofGoogle(json.results) ?? ofDeepgram(json) ?? ofRev(json) ?? ofYouTube(json.events)
  if (found) return found
  for (const name of PHRASES) {
    const phrases = phrasesOf(json[name])
    if (phrases) return phrases
  }
  if (listOf(json.words).length > 0) return joinWords(inSeconds(listOf(json.words).map(toCue)))
  for (const name of WRAPPERS) {
    const wrapped = isRecord(json[name]) ? cuesOf(json[name], depth + 1) : undefined
    if (wrapped) return wrapped
  }
  const empty = PHRASES.some((name) => Array.isArray(json[name])) ? [] : undefined
  return typeof json.text === "string" ? readPlainText(json.text) : empty
}

/** Longer ones are told apart by their words, where they have some. */
const LONG_PHRASE = 200

function phrasesOf(value: unknown): FoundCue[] | undefined {
  const list = listOf(value)
  const cues = list.map(toCue)
  if (!cues.some(({ text }) => text !== "")) return undefined
  if (isWordByWord(cues)) return joinWords(inSeconds(cues))
  const words = list.map(({ words }, index) =>
    (cues[index]?.text.length ?? 0) > LONG_PHRASE ? listOf(words).map(toCue) : [],
  )
  const isMs = inSeconds(cues) !== cues
  return inSeconds(cues).flatMap((cue, index) => {
    const own = (words[index] ?? []).map((word) => ({ ...word, speaker: cue.speaker }))
    if (!own.some(({ text, start }) => text !== "" && start !== null)) return cue
    return joinWords(isMs ? own.map(inMs) : own)
  })
}

/** Nobody says so many sentences of one word. */
const isWordByWord = (cues: FoundCue[]) =>
  cues.length > 20 && cues.filter(({ text }) => !text.trim().includes(" ")).length > cues.length * 0.9

const inMs = (cue: FoundCue): FoundCue => ({
  ...cue,
  start: cue.start === null ? null : cue.start / 1_000,
  end: typeof cue.end === "number" ? cue.end / 1_000 : null,
})

/** Amazon Transcribe: words and punctuation one by one; who speaks stands with them, or beside. */
function ofAmazon({ results }: Json) {
  const items = isRecord(results) ? listOf(results.items) : []
  if (!isRecord(results) || !items.some(({ alternatives }) => Array.isArray(alternatives))) return undefined
  const labels = isRecord(results.speaker_labels) ? listOf(results.speaker_labels.segments) : []
  const speakers = new Map(
    labels.flatMap(({ items, speaker_label: label }) =>
      listOf(items).map((item) => [item.start_time, item.speaker_label ?? label] as const),
    ),
  )
  return joinWords(
    items.map((item) => {
      const speaker = speakerOf(item.speaker_label ?? speakers.get(item.start_time))
      return { ...toCue(item), speaker }
    }),
  )
}

/** Google Speech-to-Text: with speakers, the last result has all words once more. */
function ofGoogle(value: unknown) {
  const best = listOf(value).map((result) => ({
    result,
    alternative: listOf(result.alternatives)[0] ?? {},
  }))
  if (!best.some(({ alternative }) => "transcript" in alternative || "words" in alternative)) return undefined
  const words = best.map(({ alternative }) => listOf(alternative.words).map(toCue))
  const last = words.at(-1) ?? []
  const isRepeated =
    last.some(({ speaker }) => speaker) &&
    !words.slice(0, -1).some((one) => one.some(({ speaker }) => speaker))
  if (isRepeated) return joinWords(last)
  let before: number | null = 0
  return best.flatMap(({ result, alternative }, index): FoundCue[] => {
    const own = words[index] ?? []
    const end = timeOf(result.resultEndTime ?? result.resultEndOffset)
    const cues = own.length > 0 ? joinWords(own) : [{ ...toCue(alternative), start: before, end }]
    before = end ?? before
    return cues
  })
}

/** Deepgram: by utterance, paragraph or word; more than one channel are that many microphones. */
function ofDeepgram({ results }: Json) {
  const channels = isRecord(results) ? listOf(results.channels) : []
  if (!isRecord(results) || channels.length === 0) return undefined
  const utterances = phrasesOf(results.utterances)
  if (utterances) return utterances
  return channels.flatMap(({ alternatives }, channel) => {
    const [best = {}] = listOf(alternatives)
    const paragraphs = isRecord(best.paragraphs) ? listOf(best.paragraphs.paragraphs) : []
    const microphone = channels.length > 1 ? speakerOf(channel + 1) : undefined
    const sentences = paragraphs.flatMap(({ sentences, speaker }) =>
      listOf(sentences).map((sentence) => ({
        ...toCue(sentence),
        speaker: speakerOf(speaker) ?? microphone,
      })),
    )
    if (sentences.length > 0) return sentences
    const words = listOf(best.words).map(toCue)
    if (words.length === 0 && typeof best.transcript === "string") return readPlainText(best.transcript)
    return joinWords(words.map((word) => ({ ...word, speaker: word.speaker ?? microphone })))
  })
}

/** Rev: what one says at a stretch, word by word, with the spaces between. */
function ofRev({ monologues, speakers }: Json) {
  if (!Array.isArray(monologues)) return undefined
  const names = new Map(listOf(speakers).map(({ id, name }) => [id, name]))
  return listOf(monologues).flatMap(({ elements, speaker }) =>
    joinWords(
      listOf(elements).map((element) => ({
        ...toCue(element),
        speaker: speakerOf(names.get(speaker) ?? speaker),
      })),
    ),
  )
}

/** YouTube's own captions (« json3 »). */
function ofYouTube(events: unknown) {
  const list = listOf(events).filter(({ segs }) => Array.isArray(segs))
  if (list.length === 0) return undefined
  return list.map((event) => ({
    ...toCue(event),
    text: listOf(event.segs)
      .map(({ utf8 }) => (typeof utf8 === "string" ? utf8 : ""))
      .join(""),
  }))
}

/** A sentence or a word, whoever wrote it. */
function toCue(found: Json): FoundCue {
  const { offsets, timestamp } = found
  const [from, to] = Array.isArray(timestamp)
    ? (timestamp as unknown[])
    : isRecord(offsets)
      ? [inUnits(offsets.from, 1_000), inUnits(offsets.to, 1_000)]
      : []
  const start = timeOf(first(found, STARTS) ?? startInUnits(found) ?? from)
  const length = timeOf(found.duration ?? found.dur ?? durationInUnits(found))
  const end = timeOf(first(found, ENDS) ?? to) ?? (start !== null && length !== null ? start + length : null)
  const named = first(found, SPEAKERS) ?? (Number(found.speakerTag) > 0 ? found.speakerTag : undefined)
  // Podcasting 2.0, in which hosts name people.
  const speaker = typeof found.body === "string" && typeof named === "string" ? named : speakerOf(named)
  return { start, end, ...(speaker !== undefined && { speaker }), text: textOf(found) }
}

const STARTS = ["startTime", "start", "start_time", "startOffset", "begin", "ts"]
const ENDS = ["endTime", "end", "end_time", "endOffset", "end_ts"]
const SPEAKERS = ["speaker_name", "speakerName", "speaker", "speaker_label", "speakerLabel", "voice"]
const TEXTS = ["body", "punctuated_word", "text", "word", "transcript", "display", "content", "value"]

const first = (found: Json, names: string[]) =>
  names.map((name) => found[name]).find((value) => value !== undefined && value !== null)

function startInUnits(found: Json) {
  return (
    inUnits(found.offsetMilliseconds ?? found.tStartMs, 1_000) ??
    inUnits(found.offsetInTicks, 10_000_000) ??
    found.offset
  )
}

function durationInUnits(found: Json) {
  return (
    inUnits(found.durationMilliseconds ?? found.dDurationMs, 1_000) ??
    inUnits(found.durationInTicks, 10_000_000)
  )
}

const inUnits = (value: unknown, perSecond: number) =>
  typeof value === "number" ? value / perSecond : undefined

function textOf(found: Json): string {
  const text = TEXTS.map((name) => found[name]).find((value) => typeof value === "string" && value !== "")
  if (typeof text === "string") return text
  const [best] = [...listOf(found.alternatives), ...listOf(found.nBest)]
  return best ? textOf({ ...best, alternatives: undefined, nBest: undefined }) : ""
}

/** Seconds where it is a number; as protocol buffers write it, too. */
function timeOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? Math.round(value * 1_000) : null
  if (typeof value === "string") return readTime(value) ?? null
  if (isRecord(value) && "seconds" in value)
    return Number(value.seconds) * 1_000 + Number(value.nanos ?? 0) / 1_000_000
  return null
}

const listOf = (value: unknown) =>
  Array.isArray(value) ? value.slice(0, MAX_FOUND_CUES).filter(isRecord) : []

/** However deep: what is nested deeper than any transcript is only not found in it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An object a line, as some programs write what they hear. */
function parseLines(text: string) {
  const end = text.indexOf("\n")
  if (end === -1 || parse(text.slice(0, end)) === undefined) return undefined
  return text.split("\n").slice(0, MAX_FOUND_CUES).map(parse)
}

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)
