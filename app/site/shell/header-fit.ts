import { LONGEST_ON_ONE_LINE } from "#app/base/settings/appearance/site-mark.tsx"

/** From which width of the window on the navigation stands in the bar; before, it is behind the menu's button. */
export type BarFrom = keyof typeof BARS | "never"

type Bar = { minWidth: number; padding: number; letter: number; ofEntry: number; gap: number; name: number }

/** In pixels, as the header's classes say: what is around an entry and between two, letters in entries and in a short name. */
const BARS = {
  md: { minWidth: 768, padding: 31, letter: 17, ofEntry: 12, gap: 4, name: 24 },
  lg: { minWidth: 1024, padding: 41, letter: 18, ofEntry: 16, gap: 4, name: 24 },
  xl: { minWidth: 1280, padding: 48, letter: 18, ofEntry: 24, gap: 8, name: 36 },
} satisfies Record<string, Bar>

const LOGO = 160
/** As large as a name of up to eight letters at any width. */
const SHORT_NAME = { letters: 8, size: 36 }
const LONG_NAME = 224
const RED_CORNER = 14
/** The glass and the distances beside it. */
const SEARCH = 72

/**
 * Finds the narrowest window in which the podcast's mark and all entries fit beside each other, by how wide the capitals of
 * the faces are that come with the site (all drawn as wide as Anton).
 */
export function barFrom(mark: { name: string; hasLogo: boolean }, labels: readonly string[]): BarFrom {
  const fitting = Object.entries(BARS).find(
    ([, bar]) => 2 * bar.padding + markWidth(mark, bar) + SEARCH + entriesWidth(labels, bar) <= bar.minWidth,
  )
  return fitting ? (fitting[0] as BarFrom) : "never"
}

function entriesWidth(labels: readonly string[], { letter, ofEntry, gap }: Bar) {
  const widths = labels.map((label) => textWidth(label, letter) + ofEntry)
  return widths.reduce((sum, width) => sum + width + gap, -gap)
}

function markWidth({ name, hasLogo }: { name: string; hasLogo: boolean }, bar: Bar) {
  if (hasLogo) return LOGO
  const { length } = [...name]
  if (length > LONGEST_ON_ONE_LINE) return LONG_NAME
  return textWidth(name, length <= SHORT_NAME.letters ? SHORT_NAME.size : bar.name) + RED_CORNER
}

function textWidth(text: string, size: number) {
  return [...text.toUpperCase()].reduce((sum, letter) => sum + size * emOf(letter), 0)
}

function emOf(letter: string) {
  if (/[\sIÎÏ.,:;!'’|]/u.test(letter)) return 0.28
  if (/[MWŒÆ]/u.test(letter)) return 0.66
  // Beyond the alphabets that the faces have, letters may be as wide as high.
  return letter < "\u0250" ? 0.49 : 1
}
