import { Parser } from "htmlparser2"

/**
 * Drops what PostgreSQL or XML refuse (NUL, control characters, half surrogates), unifies line ends, and reads bullets and quotes
 * of Windows or Word as what they were there.
 */
export function cleanCharacters(text: string) {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(FOREIGN, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80] ?? "•")
    .replace(REFUSED, "")
    .toWellFormed()
}

/** One line of text without tags or entities. */
export function plainText(html: string) {
  return cleanCharacters(decodeEntities(stripTags(html)))
    .replace(/\s+/g, " ")
    .trim()
}

/** Decodes HTML entities and leaves everything else as it is, `<` included. */
export function decodeEntities(text: string) {
  if (!text.includes("&")) return text
  const pieces: string[] = []
  const parser = new Parser({ ontext: (piece) => pieces.push(piece) })
  parser.end(protectAmpersands(text).replaceAll("<", "&lt;"))
  return pieces.join("")
}

/** Replaces tags by nothing, without a parser: linear whatever the nesting. */
export function stripTags(html: string) {
  return html.replace(/<(?:\/?[a-z]|!)[^<>]*>/gi, "")
}

/**
 * Keeps an ampersand that begins no complete entity as it is: HTML would read the "&not" of "Tom&notes" as "¬".
 */
export function protectAmpersands(html: string) {
  return html.replace(/&(?!(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[\da-f]{1,6});)/gi, "&amp;")
}

/** What stands in Windows-1252 where Unicode has control characters: browsers read it so, too. A space is none. */
const WINDOWS = Array.from("€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ")
// oxlint-disable-next-line no-control-regex -- these, and the bullets of the Symbol and Wingdings fonts, are what it reads
const FOREIGN = /[\u0080-\u009f\uf0a7\uf0b7]/g

// eslint-disable-next-line no-control-regex -- control characters are what this removes
const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g
