/** Where a text names a web or e-mail address: `text.slice(start, end)` is what is shown of it. */
export type FoundAddress = { start: number; end: number; href: string }

/**
 * Finds the addresses in a running text, in its order: `https://…`, `http://…`, `www.…` and e-mail addresses. What ends a
 * sentence ends no address. Linear: every repetition is bounded, and nothing found is looked at again.
 */
export function findAddresses(text: string): FoundAddress[] {
  if (!/[:@.]/.test(text)) return []
  const found: FoundAddress[] = []
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    if (match.length > MAX_LENGTH) continue
    const address = withoutPunctuation(match)
    const href = target(address)
    if (href) found.push({ start: index, end: index + address.length, href })
  }
  return found
}

/** True for a text that is nothing but one address, and leads where it says. */
export function isAddress(text: string, href: string) {
  const [found] = findAddresses(text)
  return found?.href === href && found.start === 0 && found.end === text.length
}

function target(address: string) {
  if (/^https?:/i.test(address)) return URL.canParse(address) ? address : undefined
  if (/^www\./i.test(address)) return URL.canParse(`https://${address}`) ? `https://${address}` : undefined
  return /\.[a-z]{2,}$/i.test(address) ? `mailto:${address}` : undefined
}

/** A closing bracket belongs to an address that opened it, as in « /wiki/Rap_(musique) ». */
function withoutPunctuation(address: string) {
  let end = address.length
  while (end > 0 && PUNCTUATION.has(address.charAt(end - 1))) end -= 1
  const bare = address.slice(0, end)
  return bare.includes("(") && address[end] === ")" ? `${bare})` : bare
}

/** Browsers and servers take addresses of about this length. */
const MAX_LENGTH = 2_000

const PUNCTUATION = new Set(".,;:!?…'’”*_~)}\\")

// In Markdown some people escape an underscore even in an address; a bracket that nothing opens or closes ends one.
const SIGN = String.raw`[^\s<>"«»[\]\x60\\]|\\[_*~]|\[[^\s<>"«»[\]\x60\\]{0,200}\]`
const WEB = String.raw`(?<![\p{L}\p{N}@.])(?:https?:\/\/|www\.)(?=[\p{L}\p{N}[])(?:${SIGN}){1,2001}`
const MAIL = String.raw`(?<![\p{L}\p{N}.+@/-])[a-z0-9](?:[\w.+-]|\\_){0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}`
const ADDRESS = new RegExp(`${WEB}|${MAIL}`, "giu")
