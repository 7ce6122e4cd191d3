import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { writeClock } from "#app/kit/lib/chapters.ts"
import { type Cue, isTimed, speakersOf, toParagraphs } from "#app/kit/lib/cues.ts"
import { type Format, TRANSCRIPT_FORMATS } from "./names.ts"

/** What a transcript is offered as; those with times only where it has some. */
export const FORMATS: Record<Format, FormatOf> = {
  vtt: { type: "text/vtt", write: writeVtt, needsTimes: true },
  srt: { type: "application/x-subrip", write: writeSrt, needsTimes: true },
  json: { type: "application/json", write: writeJson, needsTimes: true },
  html: { type: "text/html", write: writeHtml, needsTimes: false },
  txt: { type: "text/plain", write: writeText, needsTimes: false },
}

type FormatOf = {
  type: string
  write: (cues: readonly Cue[], title?: string) => string
  needsTimes: boolean
}

/** Those that a transcript can be had in. */
export function formatsOf(cues: readonly Cue[]) {
  return TRANSCRIPT_FORMATS.filter((format) => isTimed(cues) || !FORMATS[format].needsTimes)
}

export function writeVtt(cues: readonly Cue[]) {
  const blocks = cues.map(({ start, end, speaker, text }) => {
    const voice = speaker === undefined ? "" : `<v ${escapeCaption(speaker).replaceAll("&gt;", "")}>`
    return `${stamp(start, ".")} --> ${stamp(end, ".")}\n${voice}${escapeCaption(text)}`
  })
  return `${["WEBVTT", ...blocks].join("\n\n")}\n`
}

function writeSrt(cues: readonly Cue[]) {
  const blocks = cues.map(({ start, end, speaker, text }, index) => {
    const said = speaker === undefined ? text : `${speaker}: ${text}`
    return `${index + 1}\r\n${stamp(start, ",")} --> ${stamp(end, ",")}\r\n${said.replaceAll("-->", "→")}\r\n`
  })
  return blocks.join("\r\n")
}

function writeJson(cues: readonly Cue[]) {
  const seconds = (time: number | null) => (time ?? 0) / 1_000
  const segments = cues.map(({ start, end, speaker, text }) => ({
    ...(speaker !== undefined && { speaker }),
    startTime: seconds(start),
    endTime: seconds(end),
    body: text,
  }))
  return JSON.stringify({ version: "1.0.0", segments })
}

function writeHtml(cues: readonly Cue[], title = "") {
  const parts = toParagraphs(cues).map(({ start, speaker, cues: said }) => {
    const who = speaker && `<cite>${escapeHtml(speaker)}:</cite>\n`
    const when = start === null ? "" : `<time>${writeClock(Math.floor(start / 1_000) * 1_000)}</time>\n`
    return `${who}${when}<p>${escapeHtml(said.map(({ text }) => text).join(" "))}</p>`
  })
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>`
  return `<!DOCTYPE html>\n<html lang="fr"><head>${head}</head><body>\n${parts.join("\n")}\n</body></html>\n`
}

export function writeText(cues: readonly Cue[]) {
  const hasSpeakers = speakersOf(cues).length > 0
  const parts = toParagraphs(cues).map(({ start, speaker, cues: said }) => {
    const clock = start === null ? "" : `[${writeClock(Math.floor(start / 1_000) * 1_000)}] `
    const who = hasSpeakers && speaker ? `${speaker} : ` : ""
    return clock + who + said.map(({ text }) => text).join(" ")
  })
  return `${parts.join("\n\n")}\n`
}

/** As hosts edit it without scripts: what `readTranscript` reads alike. */
export function writeEditable(cues: readonly Cue[]) {
  if (isTimed(cues)) return writeVtt(cues)
  const name = (speaker: string) => escapeCaption(speaker).replaceAll("&gt;", "")
  const lines = cues.map(({ speaker, text }) =>
    speaker === undefined ? text : `<v ${name(speaker)}>${escapeCaption(text)}`,
  )
  return `${lines.join("\n\n")}\n`
}

function stamp(time: number | null, mark: "." | ",") {
  const ms = time ?? 0
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0")
  const clock = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}`
  return `${clock}${mark}${String(ms % 1_000).padStart(3, "0")}`
}

function escapeCaption(text: string) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
