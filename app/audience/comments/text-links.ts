import { findAddresses } from "#app/kit/lib/addresses.ts"

/** A piece of a text: words, or an address with where it leads. */
export type TextPart = { text: string; href?: string }

/** Finds the web addresses in a text, `http:` and `https:` only; the parts together are the text again. */
export function findLinks(text: string) {
  const parts: TextPart[] = []
  let rest = 0
  for (const { start, end, href } of findAddresses(text)) {
    if (href.startsWith("mailto:")) continue
    if (start > rest) parts.push({ text: text.slice(rest, start) })
    parts.push({ text: text.slice(start, end), href })
    rest = end
  }
  if (rest < text.length) parts.push({ text: text.slice(rest) })
  return parts
}
