import { luminance } from "./colours.ts"
import { DEFAULT_FACE, type FaceName, fontFamily } from "./faces.ts"
import { type Colours, DEFAULT_PALETTE, deriveColours, type Palette, PALETTE_FIELDS } from "./palette.ts"

/** How the public pages look. */
export type Theme = { palette: Palette; face: FaceName }

/** The styles that make the pages look so, to be written after their own: nothing for the fight poster. */
export function themeCss({ palette, face }: Theme) {
  const lines = [...(isDefault(palette) ? [] : colourLines(palette))]
  if (face !== DEFAULT_FACE) lines.push(`--font-poster:${fontFamily(face)}`)
  return lines.length > 0 ? `:root{${lines.join(";")}}` : ""
}

export const isDefault = (palette: Palette) =>
  PALETTE_FIELDS.every((field) => palette[field] === DEFAULT_PALETTE[field])

function colourLines(palette: Palette) {
  const colours = deriveColours(palette)
  return [
    // Scrollbars and the browser's own controls.
    `color-scheme:${luminance(palette.ink) > luminance(palette.paper) ? "light" : "dark"}`,
    ...Object.entries(colours).map(([name, hex]) => `--color-${name}:${hex}`),
    `--speed-arrow:${speedArrow(colours)}`,
  ]
}

/** Of the player's choice of speeds: a picture knows no variables (app/kit/styles/player.css). */
function speedArrow({ gold }: Colours) {
  return `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='%23${gold.slice(1)}' stroke-width='3'%3E%3Cpath d='m3 5 5 6 5-6'/%3E%3C/svg%3E")`
}
