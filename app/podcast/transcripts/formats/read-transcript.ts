import { cleanCues, type Cue, type FoundCue, MAX_CUE_LETTERS, MAX_CUES } from "#app/kit/lib/cues.ts"
import { type FoundText, refuse } from "./found-text.ts"
import { readHtmlText, readSami } from "./html-text.ts"
import { readJsonText } from "./json-text.ts"
import { MAX_TRANSCRIPT } from "./names.ts"
import { readPlainText } from "./plain-text.ts"
import { readStyledCaptions } from "./styled-captions.ts"
import { readTableText } from "./table-text.ts"
import { readTimedText } from "./timed-text.ts"
import { isCaptionXml, readXmlText } from "./xml-text.ts"

/** Its sentences, and what is not in them as it stood there; or why there are none. For hosts, in French. */
export type ReadTranscript = { cues: Cue[]; notes: string[] } | { problem: string }

/** A transcript in whatever form it comes, none of whose code becomes words. */
export function readTranscript(text: string): ReadTranscript {
  if (text.length > MAX_TRANSCRIPT) return { problem: "Ce texte a plus de 5\u00a0millions de lettres." }
  const found = read(text)
  if ("problem" in found) return found
  const cues = cleanCues(found.cues)
  if (cues.length === 0) return { problem: "Il n’y a rien à lire dans ce texte." }
  return { cues, notes: [...(found.notes ?? []), ...cutNotes(found.cues, cues)] }
}

function read(text: string): FoundText {
  const binary = findBinary(text)
  if (binary) return refuse(binary)
  const file = text
    .replace(/^\ufeff/, "")
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n")
  const start = file.slice(0, 5_000).trimStart()
  return (
    readJsonText(file, start) ??
    readStyledCaptions(file, start) ??
    readMarkup(file, start) ??
    readTimedText(file) ??
    (HTML.test(start) ? { cues: readHtmlText(file) } : readTableText(file)) ?? {
      cues: readPlainText(INLINE.test(start) ? file.replace(INLINE_TAGS, "") : file),
    }
  )
}

/** How files begin that are no text, whatever they were decoded as. */
const SIGNATURES = [
  ["{\\rtf", "C’est un fichier de traitement de texte (RTF)\u00a0: enregistrez-le en texte simple."],
  ["PK\u0003\u0004", "C’est un fichier DOCX, ODT ou ZIP\u00a0: enregistrez-le en texte simple."],
  ["%PDF-", "C’est un fichier PDF\u00a0: copiez son texte."],
] as const

function findBinary(text: string) {
  const known = SIGNATURES.find(([signature]) => text.slice(0, 100).trimStart().startsWith(signature))
  if (known) return known[1]
  const head = text.slice(0, 10_000)
  // oxlint-disable-next-line no-control-regex -- which only other files hold
  const strange = head.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return strange > head.length / 100 ? "Ce fichier n’est pas un texte." : undefined
}

const HTML =
  /^<(?:!doctype html|!--|\/?(?:html|head|body|main|header|article|section|nav|aside|div|p|ul|ol|li|dl|table|blockquote|pre|h\d|hr|br|cite|time|center)[\s>/])/i
/** A text in lines, whose first is in italics. */
const INLINE = /^<(?:a|b|i|u|em|strong|small|font|span)[\s>]/i
const INLINE_TAGS = /<\/?(?:a|b|i|u|em|strong|small|font|span)(?:\s[^<>]{0,1000})?>/gi

/** What begins with an element that is none of HTML's, and ends one somewhere. « <v Awa> » is how hosts edit a text without times. */
function readMarkup(file: string, start: string): FoundText | undefined {
  if (/^<sami[\s>]/i.test(start)) return readSami(file)
  const isXml = /^<\?xml/i.test(start)
  if (HTML.test(start) || (isXml && /<html[\s>]|<!doctype html/i.test(start)))
    return isXml ? { cues: readHtmlText(file) } : undefined
  if (INLINE.test(start)) return undefined
  const isElement = /^<(?!v )[a-z][\w:.-]{0,50}(?:\s[^<>]{0,4000})?\/?>/i.test(start) && file.includes("</")
  const isCaptions = start.startsWith("<") && isCaptionXml(start)
  return isXml || isElement || isCaptions || /^<!doctype/i.test(start) ? readXmlText(file, start) : undefined
}

/** What is more than a transcript may have. */
function cutNotes(found: readonly FoundCue[], cues: readonly Cue[]) {
  const said = found.filter(({ text }) => /[^\s\p{C}]/u.test(text))
  const long = said.filter(
    ({ text }) => text.length > MAX_CUE_LETTERS && text.trim().length > MAX_CUE_LETTERS,
  )
  const number = (count: number) => count.toLocaleString("fr-FR")
  return [
    ...(said.length > cues.length
      ? [
          `${number(said.length - cues.length)}\u00a0phrases à la fin ne sont pas reprises\u00a0: il y en a plus de ${number(MAX_CUES)}, ou trop de lettres.`,
        ]
      : []),
    ...(long.length > 0
      ? [
          `${number(long.length)}\u00a0${long.length > 1 ? "phrases sont coupées" : "phrase est coupée"} à ${number(MAX_CUE_LETTERS)}\u00a0lettres.`,
        ]
      : []),
  ]
}
