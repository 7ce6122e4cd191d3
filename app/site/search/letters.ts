import { searchable } from "#app/kit/lib/search-words.ts"

/** Letters that Unicode takes for others than those by which they are searched. */
const MEANT: Record<string, string> = { ø: "o", ł: "l", đ: "d", ħ: "h", ð: "d", æ: "ae", ß: "ss", þ: "th" }
/** Longer patterns take long to make, and find nothing else. */
const MOST_IN_A_ROW = 12
const IN_WORDS = String.raw`\p{L}\p{N}\p{M}`

/** Of one or two letters, by which they are searched: all that are written for them, in either case. */
const WRITTEN = new Map<string, string>()
for (const letter of [...lettersFrom(0xc0, 0x24f), ...lettersFrom(0x1e00, 0x1eff)]) {
  const plain = MEANT[letter.toLowerCase()] ?? searchable(letter)
  if (/^[a-z]{1,2}$/.test(plain)) WRITTEN.set(plain, (WRITTEN.get(plain) ?? "") + letter)
}

/**
 * Finds words of a text that begin as one of these does, whatever their accents, case and ligatures.
 *
 * @param letters how many have to be the same; of a shorter word all, and nothing may follow
 */
export function wordsBeginningAs(words: string[], letters: number) {
  const beginnings = new Set(words.map((word) => [...searchable(word)].slice(0, letters).join("")))
  const patterns = [...beginnings].map((beginning) => {
    const isWhole = [...beginning].length < letters
    return spelled(beginning, !isWhole) + (isWhole ? `(?![${IN_WORDS}])` : "")
  })
  return new RegExp(`(?<![${IN_WORDS}])(?:${patterns.join("|")})[${IN_WORDS}]*`, "gu")
}

/** Finds these words one after the other, or the first of many, with whatever stands between words. */
export function wordsInARow(words: string[]) {
  const row = words
    .slice(0, MOST_IN_A_ROW)
    .map((word) => spelled(searchable(word)))
    .join(`[^${IN_WORDS}]+`)
  return new RegExp(`(?<![${IN_WORDS}])${row}(?![${IN_WORDS}])`, "gu")
}

/** @param isBegun a ligature may stand at its end, of which only the first letter belongs to it */
function spelled(plain: string, isBegun = false) {
  const signs = [...plain]
  let pattern = ""
  for (let at = 0; at < signs.length; at += 1) {
    const sign = signs[at] ?? ""
    const next = signs[at + 1] ?? ""
    const pair = next && WRITTEN.get(sign + next)
    if (pair) {
      pattern += `(?:[${pair}]|${oneOf(sign)}${oneOf(next)})`
      at += 1
    } else pattern += oneOf(sign, isBegun && !next)
  }
  return pattern
}

function oneOf(sign: string, isBegun = false) {
  const written = [sign, sign.toUpperCase(), WRITTEN.get(sign) ?? ""]
  const pairs = isBegun
    ? [...WRITTEN].flatMap(([plain, some]) => (plain.length === 2 && plain.startsWith(sign) ? some : []))
    : []
  return `[${[...written, ...pairs].join("").replace(/[\\\]^-]/g, String.raw`\$&`)}][\u0300-\u036f]*`
}

function lettersFrom(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
}
