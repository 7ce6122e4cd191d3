/**
 * A text of one line, such as a name or a title: line ends, tabs and control characters are spaces, and nothing turns the
 * direction of what stands beside it. The spaces that French has at its marks stay.
 */
export function oneLine(text: string) {
  return text.replace(TURNING, "").replace(GAP, " ").trim()
}

/** A text of several lines: line ends are "\n", and of the control characters only they and tabs stay. */
export function severalLines(text: string) {
  return text.replace(/\r\n?/g, "\n").replace(CONTROL, "")
}

/** What overrides the direction of letters, embeds or isolates them: a name would read otherwise than it is. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const GAP = /(?:[^\S\u00a0\u202f]|\p{Cc})+/gu
const CONTROL = /[^\P{Cc}\n\t]/gu
