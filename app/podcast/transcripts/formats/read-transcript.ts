import { cleanCues, type Cue } from "#app/kit/lib/cues.ts"
import { readHtmlText } from "./html-text.ts"
import { readJsonText } from "./json-text.ts"
import { readPlainText } from "./plain-text.ts"
import { readTimedText } from "./timed-text.ts"

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
