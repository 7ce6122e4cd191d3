import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"

/** Sent by the card of a form, which has only some of its fields: the others stay as they are. */
export const CARD = "card"

/** What a form sends beside what it edits, and figures that visitors change meanwhile. */
const SENT_ALONG = new Set(["intent", "id", "version", "draft", "proof", "scheduled"])
const NO_CONTENT = new Set([...SENT_ALONG, CARD, "views", "viewsBefore", "chaptersBefore"])

/** The fields of a form, without what it sends along. */
export function fieldsIn(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SENT_ALONG.has(name)))
}

/** The content of a form that was sent: as it was typed, line ends apart. */
export function contentOf(values: FieldValues): FieldValues {
  const content = Object.entries(values).filter(([name]) => !NO_CONTENT.has(name))
  return Object.fromEntries(content.map(([name, value]) => [name, value.replaceAll("\r\n", "\n")]))
}

/**
 * What a form holds of a stored row, as it would be sent: a box that is not ticked is not there.
 *
 * @param known what it holds beyond the row's own columns, and held before of these
 */
export function storedContent(row: Record<string, unknown>, known: FieldValues = {}): FieldValues {
  const content = { ...known }
  for (const [column, value] of Object.entries(row)) {
    const isTime = value instanceof Date
    const name = isTime ? (DAYS[column] ?? column) : column
    const text = isTime ? toDay(value) : spell(value)
    if (NO_CONTENT.has(name) || text === undefined) continue
    if (text === false) delete content[name]
    else content[name] = text
  }
  return content
}

/** Forms edit the day of a time. */
const DAYS: Record<string, string> = { publishedAt: "publicationDay" }

function spell(value: unknown): string | false | undefined {
  if (value === null) return ""
  if (value === true) return "on"
  if (value === false || typeof value === "string") return value
  return typeof value === "number" ? String(value) : undefined
}

/** By field, a value before and another one after; what is empty counts as nothing. */
export function differences(before: FieldValues, after: FieldValues) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const [was, is] = [before[name] ?? "", after[name] ?? ""]
    return was.trim() === is.trim() ? [] : [{ name, was, is }]
  })
}
