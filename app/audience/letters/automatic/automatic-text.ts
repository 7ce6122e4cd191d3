import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { escapeMarkdown } from "#app/kit/lib/markdown/escape.ts"

/** Letters' subjects are no longer. */
const MAX_SUBJECT = 200
/** Not the spaces that French has at its marks. */
const LINES = /[ \t\r\n]+/g

/** A subject in which places such as `{titre}` are filled; a place that is none stays as it was typed. */
export function fillSubject(template: string, values: Record<string, string>) {
  const filled = frenchSpaces(fill(template, values).replaceAll(LINES, " ").trim())
  const signs = [...filled]
  return signs.length > MAX_SUBJECT
    ? `${signs
        .slice(0, MAX_SUBJECT - 1)
        .join("")
        .trimEnd()}…`
    : filled
}

/** A text in Markdown in which places are filled; what stands in them is no Markdown. */
export function fillMarkdown(template: string, values: Record<string, string>) {
  const escaped = Object.entries(values).map(([name, value]) => [name, escapeMarkdown(value)])
  return fill(template, Object.fromEntries(escaped)).trim()
}

function fill(template: string, values: Record<string, string>) {
  return template.replaceAll(/\{(\p{L}{1,20})\}/gu, (place, name: string) => {
    const known = name.toLowerCase().normalize("NFC")
    return Object.hasOwn(values, known) ? (values[known] ?? "") : place
  })
}
