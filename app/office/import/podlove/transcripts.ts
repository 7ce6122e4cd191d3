import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"

/** Writes transcripts as VTT out of their lines, which come one episode after the other. */
export function createTranscripts() {
  let episode = ""
  let cues: string[] = []
  let length = 0

  function end() {
    const whole = cues.length === 0 ? undefined : { episode, vtt: ["WEBVTT", ...cues].join("\n\n") }
    cues = []
    length = 0
    return whole
  }

  return {
    /** @returns the transcript that was whole before this line */
    add(fields: Map<string, string>) {
      const of = fields.get("episode_id") ?? ""
      const whole = of === episode ? undefined : end()
      episode = of
      const [start, until] = ["start", "end"].map((name) => Number(fields.get(name) ?? Number.NaN))
      const words = escape(fields.get("content") ?? "")
      if (words === "" || !isTime(start) || !isTime(until) || length > MAX_CHARACTERS) return whole
      const voice = escape(fields.get("voice") ?? "")
      const cue = `${clock(start)} --> ${clock(until)}\n${voice && `<v ${voice}>`}${words}`
      length += cue.length
      cues.push(cue)
      return whole
    },
    end,
  }
}

const isTime = (time: number | undefined): time is number =>
  time !== undefined && Number.isSafeInteger(time) && time >= 0 && time < MAX_MS

const escape = (text: string) =>
  cleanCharacters(text)
    .replace(/\s+/g, " ")
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")

const clock = (time: number) => new Date(time).toISOString().slice(11, 23)

/** A day: no sound lasts longer. */
const MAX_MS = 86_400_000
const MAX_CHARACTERS = 2_000_000
