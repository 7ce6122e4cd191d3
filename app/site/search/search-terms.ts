/** A word or a phrase that is searched for, as `search_query` in the database takes it. */
export type SearchPart = {
  text: string
  /** Its words stand one after the other. */
  isPhrase: boolean
  isExcluded: boolean
  /** Words that begin so are meant, too: it was typed last. */
  isBegun: boolean
}

export type SearchTerms = {
  parts: SearchPart[]
  /** Why nothing is searched for: nothing was typed, a single letter, nothing but what is excluded, or signs alone. */
  problem?: "empty" | "short" | "excluding" | "signs"
  /** Only its beginning is searched for. */
  isCut: boolean
}

export const MAX_LENGTH = 200
export const MAX_PARTS = 12

/** Quotes of every kind that people and their keyboards write. */
export const QUOTES = /[«»“”„‟"]/g
const TERM = /([-−–])?"([^"]*)"|(\S+)/g
/** Letters, digits, and signs that are pictures. */
const MEANINGFUL = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** @param typed of any length and with whatever is in it */
export function parseTerms(typed: string): SearchTerms {
  const text = oneLine(typed.slice(0, MAX_LENGTH * 4))
  const searched = cutAt(text, MAX_LENGTH)
  const found = [...balanced(searched).matchAll(TERM)]
  const all = found.flatMap(([, quoteMinus, phrase, word], index) => {
    const isExcluded = quoteMinus !== undefined || /^[-−–]./u.test(word ?? "")
    const bare = phrase ?? (isExcluded ? (word ?? "").slice(1) : (word ?? ""))
    const part = {
      text: bare.trim(),
      isPhrase: phrase !== undefined && /\S\s+\S/.test(phrase.trim()),
      isExcluded,
      isBegun: word !== undefined && !isExcluded && index === found.length - 1,
    }
    return MEANINGFUL.test(bare) ? [part] : []
  })
  const parts = all.slice(0, MAX_PARTS)
  return {
    parts,
    problem: problemOf(text, parts),
    isCut: all.length > MAX_PARTS || searched !== text || typed.length > MAX_LENGTH * 4,
  }
}

function problemOf(text: string, parts: SearchPart[]): SearchTerms["problem"] {
  if (text === "") return "empty"
  if (parts.length === 0) return "signs"
  const wanted = parts.filter(({ isExcluded }) => !isExcluded)
  if (wanted.length === 0) return "excluding"
  return wanted.every((part) => isOneLetter(part.text)) ? "short" : undefined
}

/** Of alphabets whose letters are no words. */
const isOneLetter = (text: string) =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(
    text.normalize("NFC").replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]/gu, ""),
  )

/** One line, without control characters, as it is shown again. */
export function oneLine(typed: string) {
  // eslint-disable-next-line no-control-regex -- they are what is removed
  const spaced = typed.toWellFormed().replace(/[\u0000-\u001f\u007f\s]+/g, " ")
  return spaced.normalize("NFC").trim()
}

/** A quote that is never closed is none. */
function balanced(text: string) {
  const straight = text.replace(QUOTES, '"')
  const count = straight.split('"').length - 1
  if (count % 2 === 0) return straight
  const last = straight.lastIndexOf('"')
  return `${straight.slice(0, last)} ${straight.slice(last + 1)}`
}

/** Not in the middle of an emoji. */
export function cutAt(text: string, length: number) {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()
}
