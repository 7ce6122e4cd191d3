import { toHex, toOklch } from "./colours.ts"
import { chosenPairs } from "./pairs.ts"
import type { Palette, PaletteField } from "./palette.ts"

/** In equal steps of lightness: a difference that one hardly sees. */
const STEP = 0.01

/** The nearest palette that is AA throughout: colours keep their hue, and as few of them as can be are moved. */
export function makeReadable(palette: Palette): Palette {
  // The ground and the paper are moved apart only as far as the others find their place between them.
  for (let apart = 0; apart <= 1; apart += STEP) {
    const made = fill(moveApart(palette, apart))
    if (made) return made
  }
  return palette
}

/** The colour of the field, made lighter or darker as little as possible, so that no pair that it is in fails; undefined if there is none. */
export function nearestReadable(palette: Palette, field: PaletteField) {
  const { l, c, h } = toOklch(palette[field])
  const passes = (hex: string) =>
    chosenPairs({ ...palette, [field]: hex })
      .filter(({ fields }) => fields.includes(field))
      .every(({ ratio, least }) => ratio >= least)
  if (passes(palette[field])) return palette[field]
  for (let away = STEP; away <= 1; away += STEP) {
    for (const to of [l + away, l - away]) {
      if (to < 0 || to > 1) continue
      const hex = toHex({ l: to, c, h })
      if (passes(hex)) return hex
    }
  }
  return undefined
}

function fill(palette: Palette): Palette | undefined {
  const isGround = chosenPairs(palette).every(
    ({ fields, ratio, least }) => fields.join() !== "paper,ink" || ratio >= least,
  )
  const gold = isGround && nearestReadable(palette, "gold")
  const blood = gold && nearestReadable(palette, "blood")
  return gold && blood ? { ...palette, gold, blood } : undefined
}

function moveApart(palette: Palette, part: number): Palette {
  if (part === 0) return palette
  const isDark = toOklch(palette.ink).l <= toOklch(palette.paper).l
  const moved = (hex: string, goal: number) => {
    const { l, c, h } = toOklch(hex)
    return toHex({ l: l + (goal - l) * part, c, h })
  }
  return { ...palette, ink: moved(palette.ink, isDark ? 0 : 1), paper: moved(palette.paper, isDark ? 1 : 0) }
}
