import type { Recogniser } from "./recognised.ts"
import { MAX_TEXT_BYTES } from "./recognised.ts"
import { hasHidden, hasMarkup } from "./foreign.ts"
import { refuse } from "./refused.ts"

/** A reader looks for the end mark in about so many last bytes. */
const END_WITHIN = 2_048

export const recognisePdf: Recogniser = async (bytes, head) => {
  if (!/^%PDF-[12]\.\d/.test(head.toString("latin1", 0, 8))) return undefined
  const from = Math.max(0, bytes.size - END_WITHIN)
  const end = await bytes.read(from, END_WITHIN)
  const mark = end.lastIndexOf("%%EOF")
  if (mark < 0) refuse("cut")
  const behind = end.subarray(mark + 5)
  if (hasMarkup(behind.toString("latin1")) || hasHidden(behind)) refuse("double")
  return { kind: "document", type: "application/pdf" }
}

const VTT = /^WEBVTT(?:[ \t\r\n]|$)/
const SRT = /^\s*\d{1,9}[ \t]*\r?\n\d{1,3}:\d{2}:\d{2}[,.]\d{1,3} *--> *\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}/

export const recogniseSubtitles: Recogniser = async (bytes, head) => {
  const start = head.toString("latin1", 0, 400).replace(/^\xef\xbb\xbf/, "")
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(start)
  const narrow = isWide ? start.slice(2).replaceAll("\0", "") : start
  const type = VTT.test(narrow) ? "text/vtt" : SRT.test(narrow) ? "application/x-subrip" : undefined
  if (!type) return undefined
  if (bytes.size > MAX_TEXT_BYTES) refuse("textBytes")
  const text = readUtf8(await bytes.read(0, bytes.size))
  if (text === undefined || isWide) refuse("notUtf8")
  if (text.includes("\0")) refuse("damaged")
  if (hasMarkup(text)) refuse("markup")
  return { kind: "text", type }
}

function readUtf8(data: Buffer) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data)
  } catch {
    return undefined
  }
}
