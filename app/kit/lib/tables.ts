/** How the cells of a line may be parted, as it is said to hosts. */
export const DELIMITERS = {
  ";": "un point-virgule",
  "\t": "une tabulation",
  ",": "une virgule",
  "|": "une barre",
} as const

export type Delimiter = keyof typeof DELIMITERS

const TOLD = /^\s{0,5}"?sep=(\\t|[^\w\s"]|\t)"?[;,|\t ]{0,200}\n/i

/**
 * The first line by which spreadsheets say what parts the cells: `sep=;`, as it is, in quotes or with empty cells behind.
 *
 * @returns that line, empty where there is none, and the sign that it tells
 */
export function toldDelimiter(text: string) {
  const [line = "", sign] = TOLD.exec(text) ?? []
  return { line, sign: sign?.replace("\\t", "\t") }
}

/** So many lines tell how a table is written. */
const TELLING_LINES = 30

/** The sign that parts most lines alike, and of several of them the one that parts them into most cells. */
export function guessDelimiter(text: string): Delimiter {
  const lines = text
    .replace(/"[^"]*"/g, "")
    .split("\n", TELLING_LINES * 2)
    .filter((line) => line.trim() !== "")
    .slice(0, TELLING_LINES)
  const signs = Object.keys(DELIMITERS) as Delimiter[]
  const [best] = signs
    .map((sign) => ({ sign, ...mostAlike(lines.map((line) => line.split(sign).length - 1)) }))
    .sort((one, other) => other.lines - one.lines || other.count - one.count)
  return best && best.lines > 0 ? best.sign : ";"
}

/** The count that stands most often, none left out, and how often. */
function mostAlike(counts: number[]) {
  const often = new Map<number, number>()
  for (const count of counts) if (count > 0) often.set(count, (often.get(count) ?? 0) + 1)
  const [count, lines] = [...often].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [0, 0]
  return { count, lines }
}

/**
 * Which line names the columns: what stands above it is a title of the whole.
 *
 * @param rows those that may name them
 * @returns its place; undefined where none of them has a title that is looked for
 */
export function findHeader(rows: readonly string[][], patterns: readonly RegExp[]) {
  const known = rows.map(
    (cells) => cells.filter((cell) => patterns.some((one) => one.test(simplify(cell)))).length,
  )
  const most = Math.max(0, ...known)
  return most > 0 ? known.indexOf(most) : undefined
}

/** Where the columns are that the first line names. */
export function findTitles<Name extends string>(titles: string[], patterns: Record<Name, RegExp>) {
  const plain = titles.map(simplify)
  const found: Partial<Record<Name, number>> = {}
  for (const name of Object.keys(patterns) as Name[]) {
    const at = plain.findIndex((title) => patterns[name].test(title))
    if (at >= 0) found[name] = at
  }
  return found
}

/** What is written in a cell, without what differs from program to program: accents, capitals, underscores. */
export function simplify(text: string) {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase()
}
