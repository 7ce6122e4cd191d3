import { luminance } from "#app/base/settings/appearance/colours.ts"
import { deriveColours, type Palette } from "#app/base/settings/appearance/palette.ts"

/** The colours of one appearance of a letter, each readable on its ground (settings/appearance/pairs.ts). */
export type MailColours = {
  /** Around the sheet. */
  ground: string
  /** What is written on, also for code and the heads of tables. */
  sheet: string
  raised: string
  text: string
  dim: string
  link: string
  line: string
}

export type MailLook = ReturnType<typeof mailLook>

/** How a letter looks in mail programs that are light and in those that are dark, of the colours that hosts chose. */
export function mailLook(palette: Palette) {
  const colours = deriveColours(palette)
  const onPaper: MailColours = {
    ground: colours["paper-shade"],
    sheet: colours.sheet,
    raised: colours["paper-shade"],
    text: colours.ink,
    dim: colours["paper-ink"],
    link: colours["blood-dark"],
    line: colours.rule,
  }
  const onInk: MailColours = {
    ground: colours.ink,
    sheet: colours["ink-raised"],
    raised: colours.ink,
    text: colours.paper,
    dim: colours["paper-dim"],
    link: colours.gold,
    line: colours["ink-line"],
  }
  const isDarkInk = luminance(palette.ink) <= luminance(palette.paper)
  return {
    light: isDarkInk ? onPaper : onInk,
    dark: isDarkInk ? onInk : onPaper,
    /** The head with the podcast's name, in both. */
    head: { ground: colours.ink, text: colours.paper, rope: colours.blood },
    button: { ground: colours.blood, text: colours["on-blood"] },
  }
}

/** Fonts of the machine alone: nothing is asked of another server. */
export const READING = "Helvetica, Arial, sans-serif"
export const POSTER =
  "Impact, 'Arial Narrow Bold', 'Avenir Next Condensed', 'Roboto Condensed', Arial, sans-serif"
