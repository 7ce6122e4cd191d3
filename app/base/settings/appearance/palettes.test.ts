import { expect, test } from "vitest"
import { checkPalette } from "./check-palette.ts"
import { failingPairs } from "./pairs.ts"
import { PALETTES } from "./palettes.ts"

test.each(PALETTES)(
  "the ready palette « $name » can be read in every pair of colours that meet",
  ({ colours }) => {
    expect(checkPalette(colours)).toEqual([])
    expect(failingPairs(colours)).toEqual([])
  },
)
