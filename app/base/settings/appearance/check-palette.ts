import { luminance } from "./colours.ts"
import { type ChosenPair, chosenPairs } from "./pairs.ts"
import { type Palette, PALETTE_FIELDS, type PaletteField } from "./palette.ts"
import { nearestReadable } from "./readable.ts"

/** As the fields are called, and as one speaks of them. */
export const PALETTE_WORDS: Record<PaletteField, { label: string; the: string; of: string; it: string }> = {
  ink: { label: "Fond", the: "le fond", of: "du fond", it: "le" },
  paper: { label: "Papier", the: "le papier", of: "du papier", it: "le" },
  blood: { label: "Couleur forte", the: "la couleur forte", of: "de la couleur forte", it: "la" },
  gold: {
    label: "Couleur des chiffres",
    the: "la couleur des chiffres",
    of: "de la couleur des chiffres",
    it: "la",
  },
}

/** What is wrong with a field's colour, in a sentence that says what to do. */
export type PaletteProblem = { field: PaletteField; message: string }

/** Why these colours cannot be kept: below WCAG AA, page by page, whatever else is right. Empty where all can be read. */
export function checkPalette(palette: Palette): PaletteProblem[] {
  return chosenPairs(palette)
    .filter(({ ratio, least }) => ratio < least)
    .map((pair) => ({ field: pair.fields[0], message: messageOf(palette, pair) }))
}

/** A line each, as the log tells them. */
export function describePalette(palette: Palette) {
  return PALETTE_FIELDS.map((field) => `${PALETTE_WORDS[field].label}\u00a0: ${palette[field]}`).join("\n")
}

/** `3,2` as French writes it; never rounded up to what it does not reach. */
export const spellRatio = (ratio: number) => (Math.floor(ratio * 10) / 10).toLocaleString("fr-FR")

function messageOf(palette: Palette, { fields, ratio, least }: ChosenPair) {
  const [field, ground] = fields
  const { the, it } = PALETTE_WORDS[field]
  const of = PALETTE_WORDS[ground].of
  const what = `${capital(the)} se distingue trop peu ${of} (contraste de ${spellRatio(ratio)}, il faut au moins ${spellRatio(least)})`
  const nearest = nearestReadable(palette, field)
  if (nearest === undefined)
    return `${what}\u00a0: aucune nuance ne convient, éloignez d’abord le fond du papier, l’un plus sombre, l’autre plus clair.`
  const verb = luminance(nearest) > luminance(palette[field]) ? "éclaircissez" : "assombrissez"
  return `${what}\u00a0: ${verb}-${it}, par exemple ${nearest}.`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
