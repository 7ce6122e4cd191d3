import { createHash } from "node:crypto"
import type { Token } from "markdown-it"
import { markdown } from "./parser.ts"

/** Markdown as safe HTML; takes time and memory that grow like the text. */
export function toHtml(text: string) {
  const prefix = createHash("sha256").update(text).digest("hex").slice(0, 8)
  const html = markdown.render(text, { prefix })
  return html.length > MAX_HTML_LENGTH ? toPlainHtml(text) : html
}

/** The text as it was typed, in paragraphs: for what is no text of a person. */
export function toPlainHtml(text: string) {
  const escaped = text.slice(0, MAX_HTML_LENGTH / 5).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<p>${escaped.replaceAll("\n", "<br />")}</p>\n`
}

/** What is to be read of a Markdown text, white space reduced; without pictures and notes. */
export function toText(text: string) {
  const pieces: string[] = []
  collect(markdown.parse(text, {}), pieces)
  // Not \s: the no-break spaces of French punctuation stay.
  return pieces
    .join("")
    .replace(/[ \t\r\n]+/g, " ")
    .trim()
}

function collect(tokens: Token[], pieces: string[]) {
  for (const token of tokens) {
    if (token.type === "footnotes_open") return
    if (token.type === "inline") collect(token.children ?? [], pieces)
    else if (token.type !== "image") pieces.push(token.content)
    if (token.block || token.tag === "br") pieces.push(" ")
  }
}

/** A page of this size is sent in a moment; what makes more of a text that is allowed was made to do so. */
const MAX_HTML_LENGTH = 1_000_000
