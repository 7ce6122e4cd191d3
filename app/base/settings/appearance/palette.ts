import { contrast, luminance, mix, toHex, toOklch } from "./colours.ts"

/** What hosts choose. */
export type Palette = {
  /** The site's ground, and what is written on paper. */
  ink: string
  /** Sheets, and what is written on the ground. */
  paper: string
  /** The strong one: buttons, ropes, the sun. */
  blood: string
  /** Figures, medals and links on the ground. */
  gold: string
}

export type PaletteField = keyof Palette

export const PALETTE_FIELDS = ["ink", "paper", "blood", "gold"] as const satisfies PaletteField[]

/** Of app/kit/styles/tokens.css. */
export const DEFAULT_PALETTE: Palette = {
  ink: "#100d0c",
  paper: "#f1e7d3",
  blood: "#c3131f",
  gold: "#dba63c",
}

/** The other colours of the public pages, as the fight poster has them. */
const DEFAULT_SHADES = {
  "ink-raised": "#1c1715",
  "ink-line": "#3a322d",
  "ink-ray": "#2b2320",
  "paper-shade": "#e2d4b8",
  "paper-dim": "#c9bda6",
  "paper-ink": "#57493d",
  "paper-lit": "#fffaf0",
  "paper-worn": "#8d8069",
  sheet: "#fcf8ee",
  rule: "#cfc0a2",
  selected: "#f1e7d3",
  "on-blood": "#fff8ea",
  "blood-dark": "#a10d18",
  "blood-held": "#a10d18",
  "blood-mark": "#c3131f",
  "blood-lit": "#ee4a52",
  "blood-worn": "#6d0810",
  "gold-ray": "#c98f22",
} as const

export type Shade = keyof typeof DEFAULT_SHADES
export type Colours = Record<PaletteField | Shade, string>

/** Text, of whatever size. */
export const TEXT = 4.5
/** Large text (24 px, or bold and 18.66 px) and what shows a state. */
export const LARGE = 3

/** All colours of the public pages: each shade lies to its colour as it does on the fight poster, as far as it stays readable. */
export function deriveColours(palette: Palette): Colours {
  const { ink, paper, blood, gold } = palette
  // A light ground under dark sheets: what is raised is darker there.
  const turn = luminance(ink) <= luminance(paper) ? 1 : -1
  const near = (field: PaletteField, shade: Shade, sense = turn) =>
    shifted(palette[field], DEFAULT_PALETTE[field], DEFAULT_SHADES[shade], sense)

  const raised = towards(near("ink", "ink-raised"), ink, [paper, gold])
  const shade = towards(near("paper", "paper-shade"), paper, [ink], [blood])
  const lit = towards(near("paper", "paper-lit"), paper, [ink], [blood])
  const sheet = towards(near("paper", "sheet"), paper, [ink], [blood])
  const papers = [paper, shade, lit, sheet]
  const onBlood = writingOn(blood, near("paper", "on-blood"), palette)
  return {
    ...palette,
    "ink-raised": raised,
    "ink-line": near("ink", "ink-line"),
    "ink-ray": near("ink", "ink-ray"),
    "paper-shade": shade,
    "paper-dim": towards(near("paper", "paper-dim"), paper, [ink, raised]),
    "paper-ink": towards(near("ink", "paper-ink"), ink, papers),
    "paper-lit": lit,
    "paper-worn": near("paper", "paper-worn"),
    sheet,
    rule: near("paper", "rule"),
    selected: contrast(paper, blood) >= TEXT ? paper : onBlood,
    "on-blood": onBlood,
    "blood-dark": towards(near("blood", "blood-dark"), ink, papers),
    "blood-held": towards(near("blood", "blood-held", 1), blood, [onBlood]),
    "blood-mark": towards(blood, ink, [paper]),
    "blood-lit": near("blood", "blood-lit", 1),
    "blood-worn": near("blood", "blood-worn", 1),
    "gold-ray": near("gold", "gold-ray", 1),
  }
}

/** As far from a colour as the one shade is from the other colour. @param sense -1: darker where that is lighter */
function shifted(colour: string, from: string, to: string, sense: number) {
  // Rounding would move the default's own by a step.
  if (colour === from && sense === 1) return to
  const [base, start, end] = [toOklch(colour), toOklch(from), toOklch(to)]
  const l = base.l + sense * (end.l - start.l)
  // A grey stays one.
  const c = start.c > 0 ? (base.c * end.c) / start.c : base.c
  return toHex({ l, c: Math.min(c, base.c + Math.abs(end.c - start.c)), h: base.h + (end.h - start.h) })
}

/** The colour, or the first one on its way to another that stands out from all the others, as text and as large text. */
function towards(colour: string, goal: string, others: string[], othersWhenLarge: string[] = []) {
  const passes = (hex: string) =>
    others.every((other) => contrast(hex, other) >= TEXT) &&
    othersWhenLarge.every((other) => contrast(hex, other) >= LARGE)
  for (let step = 0; step < STEPS; step += 1) {
    const hex = mix(colour, goal, step / STEPS)
    if (passes(hex)) return hex
  }
  return goal
}

const STEPS = 40

/** On any colour either black or white can be read. */
function writingOn(ground: string, first: string, { ink, paper }: Palette) {
  const tries = [first, paper, ink, "#ffffff", "#000000"]
  return tries.find((hex) => contrast(hex, ground) >= TEXT) ?? "#ffffff"
}
