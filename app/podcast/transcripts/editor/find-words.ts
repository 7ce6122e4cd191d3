import type { CueRow, CueRows } from "./rows.ts"

export type Wanted = { words: string; isWhole: boolean; isExact: boolean }
export type Match = { row: number; from: number; to: number }
/** A text that a transcriber always gets wrong, and how it is written. */
export type Correction = { wrong: string; right: string }

const SIGNS = /[\\^$.*+?()[\]{}|/-]/g
const BEFORE = String.raw`(?<![\p{L}\p{N}])`
const AFTER = String.raw`(?![\p{L}\p{N}])`

/** Words as they are looked for, with either apostrophe and any spaces; undefined where there are none. */
export function patternOf({ words, isWhole, isExact }: Wanted) {
  if (words.trim() === "") return undefined
  const source = words
    .replace(SIGNS, String.raw`\$&`)
    .replace(/['’]/g, "['’]")
    .replace(/\s+/g, String.raw`\s+`)
  const [first, last] = [/^[\p{L}\p{N}]/u.test(words), /[\p{L}\p{N}]$/u.test(words)]
  const whole = `${isWhole && first ? BEFORE : ""}${source}${isWhole && last ? AFTER : ""}`
  return new RegExp(whole, isExact ? "gu" : "giu")
}

/** Finds all places of a pattern; rows that stay as they are, are read once. */
export function finder(pattern: RegExp) {
  const known = new WeakMap<CueRow, { from: number; to: number }[]>()
  const placesIn = (row: CueRow) => {
    const places =
      known.get(row) ??
      [...row.text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
    known.set(row, places)
    return places
  }
  return (rows: CueRows): Match[] =>
    rows.flatMap((row, index) => placesIn(row).map((place) => ({ row: index, ...place })))
}

/** @returns the same rows where there is nothing to replace */
export function replaceAll(rows: CueRows, pattern: RegExp, by: string): CueRows {
  let isChanged = false
  const replaced = rows.map((row) => {
    const text = row.text.replace(pattern, () => by)
    if (text === row.text) return row
    isChanged = true
    return { ...row, text: by === "" ? text.replace(/ {2,}/g, " ").trim() : text }
  })
  return isChanged ? replaced : rows
}

export function replaceOne(rows: CueRows, { row, from, to }: Match, by: string): CueRows {
  const found = rows[row]
  if (!found) return rows
  return rows.with(row, { ...found, text: found.text.slice(0, from) + by + found.text.slice(to) })
}

/** All of them, one after the other: whole words, whatever their case. */
export function correct(rows: CueRows, corrections: readonly Correction[]): CueRows {
  return corrections.reduce((corrected, { wrong, right }) => {
    const pattern = patternOf({ words: wrong, isWhole: true, isExact: false })
    return pattern ? replaceAll(corrected, pattern, right) : corrected
  }, rows)
}

/** How many rows are others. */
export function countChanged(before: CueRows, after: CueRows) {
  return after.filter((row, index) => row !== before[index]).length
}
