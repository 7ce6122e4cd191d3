import { Parser } from "htmlparser2"
import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import { type FoundText, refuse } from "./found-text.ts"
import { decodeEntities } from "#app/kit/lib/from-html/html-texts.ts"
import { nameSpeakers, speakerOf } from "./speaker-labels.ts"
import { readTime } from "./times.ts"

/** Deeper than any captions: each level would cost the parser a look at all those above it. */
const MAX_DEPTH = 100
const ROOTS = /<(?:[a-z][\w.-]{0,30}:)?(?:tt|timedtext|transcript)[\s>]/i

type Attributes = Record<string, string>
type Level = {
  name: string
  start: number | null
  end: number | null
  /** What the times inside count from, where something says so. */
  base: number | null
  agent: string
}

export const isCaptionXml = (start: string) => ROOTS.test(start)

/** TTML (also Apple's) and the XML of YouTube. What is other XML is refused. */
export function readXmlText(xml: string, start: string): FoundText {
  if (!isCaptionXml(start)) return refuse("Ce fichier XML n’a pas la forme d’une transcription connue.")
  const cues: FoundCue[] = []
  const agents = new Map<string, string>()
  const levels: Level[] = []
  let rate = DEFAULT_RATE
  let cue: FoundCue | undefined
  let hasTimes = false
  let agent = ""
  let isTooDeep = false

  const finish = () => {
    if (cue && cue.text.trim() !== "") cues.push(cue)
    cue = undefined
  }
  const begin = ({ start, end, base, agent: speaker }: Level) => {
    finish()
    hasTimes = start !== null
    cue = { start: start ?? base, end, speaker, text: "" }
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = local(tag)
        if (levels.length === 0) rate = rateOf(attributes)
        const level = levelOf(name, attributes, levels.at(-1), rate)
        levels.push(level)
        isTooDeep = levels.length > MAX_DEPTH
        if (isTooDeep || cues.length === MAX_FOUND_CUES) return parser.pause()
        if (name === "agent") agent = attributes["xml:id"] ?? ""
        if (CUES.has(name)) begin(level)
        if (name === "br" && cue) cue.text += " "
        if (name !== "span" || !cue || level.start === null) return
        // Apple's paragraphs are long: a sentence is a cue, and nothing stands between its words.
        if (attributes["podcasts:unit"] === "sentence") begin(level)
        else if (attributes["podcasts:unit"] === "word") cue.text += " "
        if (hasTimes) return
        if (cue.text.trim() === "") cue.start = level.start
        cue.end = level.end
      },
      ontext(text) {
        const name = levels.at(-1)?.name ?? ""
        if (name === "name") agents.set(agent, (agents.get(agent) ?? "") + text)
        else if (cue && !HIDDEN.has(name)) cue.text += text
      },
      onclosetag() {
        const level = levels.pop()
        if (level && CUES.has(level.name)) finish()
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  finish()
  if (isTooDeep) return refuse("Ce fichier XML est emboîté plus profondément que des sous-titres ne le sont.")
  const named = cues.map((one) => ({
    ...one,
    // YouTube escapes twice.
    text: decodeEntities(one.text),
    speaker: speakerOf(agents.get(one.speaker ?? "") ?? one.speaker),
  }))
  return { cues: nameSpeakers(named) }
}

const CUES = new Set(["p", "text"])
/** What stands beside the words of a cue. */
const HIDDEN = new Set(["metadata", "title", "desc", "name", "copyright", "actor"])

const local = (tag: string) => tag.slice(tag.indexOf(":") + 1).toLowerCase()

/** Times count from where what is around them begins. */
function levelOf(
  name: string,
  found: Attributes,
  parent: Level | undefined,
  rate: typeof DEFAULT_RATE,
): Level {
  const base = parent?.base ?? null
  const read = (text = "") =>
    readTime(/^\d+$/.test(text) && found.t !== undefined ? `${text}ms` : text, rate) ?? null
  // Some count the words of a sentence from the beginning of the file all the same.
  const from = (time: number | null) =>
    time === null || (name === "span" && time >= (base ?? 0)) ? time : (base ?? 0) + time
  const start = from(read(found.begin ?? found.start ?? found.t))
  const length = read(found.dur ?? found.d)
  return {
    name,
    start,
    base: start ?? base,
    end: from(read(found.end)) ?? (length === null ? null : (start ?? base ?? 0) + length),
    agent: found["ttm:agent"] ?? found.speaker ?? parent?.agent ?? "",
  }
}

const DEFAULT_RATE = { frameRate: 30, tickRate: 1 }

function rateOf(found: Attributes) {
  const frames = Number(found["ttp:frameRate"] ?? DEFAULT_RATE.frameRate) || DEFAULT_RATE.frameRate
  const [times = 1, by = 1] = (found["ttp:frameRateMultiplier"] ?? "1 1").split(/[\s:]/, 2).map(Number)
  const frameRate = times > 0 && by > 0 ? (frames * times) / by : frames
  return { frameRate, tickRate: Number(found["ttp:tickRate"]) || (found["ttp:frameRate"] ? frameRate : 1) }
}
