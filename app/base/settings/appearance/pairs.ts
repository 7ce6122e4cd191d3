import { contrast } from "./colours.ts"
import { type Colours, deriveColours, LARGE, type Palette, type PaletteField, TEXT } from "./palette.ts"

type Name = keyof Colours
/** What is written or drawn, on what, and how much it must stand out from it. */
export type Pair = readonly [on: Name, ground: Name, least: number]

/**
 * What stands on what on the public pages, as their styles and components have it. Not here: what only decorates (ropes, rays,
 * initials in a picture's place, lines between rows), and what is off.
 */
export const PAIRS: readonly Pair[] = [
  ["paper", "ink", TEXT],
  ["paper", "ink-raised", TEXT],
  ["paper-dim", "ink", TEXT],
  ["paper-dim", "ink-raised", TEXT],
  ["gold", "ink", TEXT],
  ["gold", "ink-raised", TEXT],
  // Notices, and the category that is chosen.
  ["ink", "gold", TEXT],
  ["ink", "paper", TEXT],
  ["ink", "paper-shade", TEXT],
  // Fields, and the notice that leaves by itself.
  ["ink", "paper-lit", TEXT],
  ["ink", "sheet", TEXT],
  ["paper-ink", "paper", TEXT],
  ["paper-ink", "paper-shade", TEXT],
  ["paper-ink", "paper-lit", TEXT],
  ["paper-ink", "sheet", TEXT],
  // Also the focus, and what is wrong with a field.
  ["blood-dark", "paper", TEXT],
  ["blood-dark", "paper-shade", TEXT],
  ["blood-dark", "paper-lit", TEXT],
  ["blood-dark", "sheet", TEXT],
  // The numbers of a list.
  ["blood-mark", "paper", TEXT],
  ["on-blood", "blood", TEXT],
  ["on-blood", "blood-held", TEXT],
  ["selected", "blood", TEXT],
  // The page one is on, what was heard, the like.
  ["blood", "ink", LARGE],
  // The hero's second word, on its rays too, and the signs for playing.
  ["blood", "paper", LARGE],
  ["blood", "paper-shade", LARGE],
  // What went wrong, in the notice that leaves by itself.
  ["blood", "sheet", LARGE],
  // The hero's words over its sun.
  ["ink", "blood", LARGE],
]

/** What hosts can do about it where it fails: of those that only follow from their choice every one is made to pass. */
const CHOSEN: readonly { fields: readonly [PaletteField, PaletteField]; least: number }[] = [
  { fields: ["paper", "ink"], least: TEXT },
  { fields: ["gold", "ink"], least: TEXT },
  { fields: ["blood", "ink"], least: LARGE },
  { fields: ["blood", "paper"], least: LARGE },
]

/** Two chosen colours, how much the one stands out from the other, and how much it must. */
export type ChosenPair = { fields: readonly [PaletteField, PaletteField]; ratio: number; least: number }

export function chosenPairs(palette: Palette): ChosenPair[] {
  return CHOSEN.map(({ fields, least }) => {
    const [one, other] = fields
    return { fields, least, ratio: contrast(palette[one], palette[other]) }
  })
}

/** The pairs of the public pages that are below AA with these colours. */
export function failingPairs(palette: Palette) {
  const colours = deriveColours(palette)
  return PAIRS.filter(([on, ground, least]) => contrast(colours[on], colours[ground]) < least)
}
