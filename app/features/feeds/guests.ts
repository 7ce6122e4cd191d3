import { plainText } from "./feed-texts.ts"

/** The guests among the persons of an item ("A, B et C"), each once. */
export function joinGuests(persons: { role: string; name: string }[]) {
  const names = persons
    .filter(({ role }) => role.trim().toLowerCase() === "guest")
    .map(({ name }) => plainText(name))
    .filter((name) => name !== "")
  const unique = [...new Set(names)]
  return unique.length < 2 ? unique.join("") : `${unique.slice(0, -1).join(", ")} et ${unique.at(-1)}`
}

/**
 * The guest that a title names after "avec", "feat.", "ft.", "featuring" or "invité :", empty when what follows does
 * not look like a name: a wrong guest on the page is worse than none.
 */
export function guestFromTitle(title: string) {
  for (const match of title.slice(0, 1000).matchAll(ANNOUNCED)) {
    const rest = title.slice(match.index + match[0].length, match.index + match[0].length + 200)
    const guest = leadingNames(rest)
    if (guest) return guest
  }
  return ""
}

// Names joined by commas, "et", "&" or "x", kept as the title writes them.
function leadingNames(text: string) {
  const end = CLOSING.exec(text)
  const phrase = end ? text.slice(0, end.index) : text
  let guest = ""
  const parts = phrase.split(/(,\s*|\s+(?:et|and|&|\+|x|×)\s+|,?\s*\bfeat\.?\s+)/i)
  for (let index = 0; index < parts.length; index += 2) {
    const { name, isLast } = readName(parts[index] ?? "")
    const joined = guest + (index > 0 ? (parts[index - 1] ?? "") : "") + name
    if (!name) break
    if (joined.length > MAX_LENGTH) return ""
    guest = joined
    if (isLast) break
  }
  return guest
}

/** The name at the start of a phrase, up to a word such as "sur" or "à"; empty when another small word follows. */
function readName(phrase: string) {
  const words = phrase.trim().split(/\s+/)
  const stop = words.findIndex((word) => STOP_WORDS.has(word.toLowerCase()))
  const kept = stop === -1 ? words : words.slice(0, stop)
  const name = kept.join(" ").replace(/\s?\.$/, (dot) => (/\b\p{Lu}\.$/u.test(kept.join(" ")) ? dot : ""))
  return { name: looksLikeName(kept) ? name : "", isLast: stop !== -1 }
}

function looksLikeName(words: string[]) {
  const [first = ""] = words
  if (ONLY_A_NUMBER.test(words.join(" "))) return false
  if (words.length > 6 || words.join(" ").length > 60 || NOT_FIRST.test(first)) return false
  return words.every((word, index) => NAME_WORD.test(word) || (index > 0 && PARTICLES.has(word)))
}

const MAX_LENGTH = 120

// A year or a small number; "113" is a band.
const ONLY_A_NUMBER = /^((19|20)\d\d|\d{1,2})$/

const ANNOUNCED =
  /(?<![\p{L}\p{N}'’-])(?:avec\s*:?|feat(?:uring)?\b\.?\s*:?|ft\b\.?\s*:?|invité(?:\(?e\)?|[·.]e)?(?:\(?s\)?|[·.]s)?\s*:)\s+/giu

// " - " and the like close a name, and so does the end of a sentence ("Dr. Dre" has none).
const CLOSING = /\s[-–—]\s|[|()[\]:;!?…«»"“”#/•]|\.\.|(?<=\p{Ll}{3})\.(?=\s)/u

const NAME_WORD = /^[\p{Lu}\p{N}$@&][\p{L}\p{N}'’.\-·$&]*$/u

const PARTICLES = new Set("de du des la le les d’ von van der el al ben bin of the da dos y".split(" "))

const STOP_WORDS = new Set("sur pour à au aux dans en chez depuis lors autour contre sous vers".split(" "))

// In capitals ("AVEC LES MEILLEURS") and at the start of a title-cased phrase these begin no name.
const NOT_FIRST =
  /^(un|une|des|LES|LE|LA|mon|ma|mes|ton|ta|tes|son|sa|ses|notre|nos|votre|vos|leurs?|ce|cet|cette|ces|tou(t|te|s|tes)|plus|moi|toi|lui|nous|vous|eux|elles?|qui|quoi|quel(le)?s?|plusieurs|quelques|beaucoup|L['’]\p{Lu}+)$/u
