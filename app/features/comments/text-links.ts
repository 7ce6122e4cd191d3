const ADDRESS = /(?<![\p{L}\p{N}@.])(?:https?:\/\/|www\.)[^\s<>"«»]+/giu
/** What ends a sentence ends no address. */
const PUNCTUATION = /[.,;:!?…'’*)\]}]+$/

/** A piece of a text: words, or an address with where it leads. */
export type TextPart = { text: string; href?: string }

/** Finds the web addresses in a text, `http:` and `https:` only; the parts together are the text again. */
export function findLinks(text: string) {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found)
    const href = /^www\./i.test(address) ? `https://${address}` : address
    if (!URL.canParse(href)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A closing bracket belongs to an address that opened it, as in « /wiki/Rap_(musique) ». */
function withoutPunctuation(address: string) {
  const bare = address.replace(PUNCTUATION, "")
  return bare.includes("(") && address[bare.length] === ")" ? `${bare})` : bare
}
