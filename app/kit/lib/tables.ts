/** How the cells of a line may be parted, as it is said to hosts. */
export const DELIMITERS = {
  ";": "un point-virgule",
  "\t": "une tabulation",
  ",": "une virgule",
  "|": "une barre",
} as const

export type Delimiter = keyof typeof DELIMITERS

/** The sign that parts most cells of the first line that says something. */
export function guessDelimiter(text: string): Delimiter {
  const line = text
    .replace(/"[^"]*"/g, "")
    .split("\n")
    .find((line) => line.trim() !== "")
  const count = (sign: Delimiter) => line?.split(sign).length ?? 0
  const signs = Object.keys(DELIMITERS) as Delimiter[]
  return signs.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
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
