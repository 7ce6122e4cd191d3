import { cleanCharacters, decodeEntities, stripTags } from "#app/kit/lib/from-html/html-texts.ts"

/** A comment's HTML as the plain text that comments are here: its paragraphs and lines stay, where links lead goes. */
export function commentText(html: string) {
  const lined = html
    .replace(/<br\b[^<>]*>/gi, "\n")
    .replace(/<\/(?:p|div|li|blockquote|pre)\s{0,9}>/gi, "\n\n")
  return cleanCharacters(decodeEntities(stripTags(lined)))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}
