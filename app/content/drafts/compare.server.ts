import { diffLines, diffWordsWithSpace } from "diff"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { differences } from "./form-values.ts"

/** A piece of a text: it stands in both, in the later one only, or in the earlier one only. */
export type Piece = { text: string; kind: "same" | "added" | "removed" }

export type Comparison = { name: string; label: string; pieces: Piece[] }[]

/** Field by field, what changed from one state of a form to another. @param words what its fields are called (`fieldWords`) */
export function compare(before: FieldValues, after: FieldValues, words: Record<string, string>): Comparison {
  return differences(before, after).map(({ name, was, is }) => {
    const isBox = was + is === "on"
    const label = words[name] ?? name
    const titled = label.charAt(0).toLocaleUpperCase("fr") + label.slice(1)
    return {
      name,
      label: titled,
      pieces: isBox ? wholes(spellBox(was), spellBox(is)) : compareTexts(was, is),
    }
  })
}

const spellBox = (value: string) => (value === "on" ? "oui" : "non")

/** The work grows with the number of edits: texts that have little in common are compared by line, then as wholes. */
const MAX_EDITS = 1_000
const MAX_MS = 100

/** @returns the later text with what was taken out of the earlier one; long stretches that are the same are cut short */
export function compareTexts(was: string, is: string): Piece[] {
  const bounds = { maxEditLength: MAX_EDITS, timeout: MAX_MS }
  const found = diffWordsWithSpace(was, is, bounds) ?? diffLines(was, is, bounds)
  const pieces = found?.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
  }))
  return (pieces ?? wholes(was, is)).map(shorten)
}

function wholes(was: string, is: string): Piece[] {
  return [
    { text: was, kind: "removed" as const },
    { text: is, kind: "added" as const },
  ].filter(({ text }) => text !== "")
}

/** What is read on both sides of a change. */
const AROUND = 120

function shorten(piece: Piece, index: number, { length }: { length: number }): Piece {
  const { text, kind } = piece
  if (kind !== "same" || text.length <= 3 * AROUND) return piece
  const start = index === 0 ? "" : text.slice(0, AROUND)
  const end = index === length - 1 ? "" : text.slice(-AROUND)
  return { kind, text: `${start} […] ${end}`.toWellFormed() }
}
