/**
 * An element of HTML as it is shown: word processors put a whole text into one `b` or `i` and take its look away by a style.
 * Takes linear time.
 *
 * @returns "span" where the style says that it is plain, else its own name
 */
export function shownElement(name: string, style = "") {
  const look = style.slice(0, MAX_STYLE)
  if (name === "b" || name === "strong") return PLAIN_WEIGHT.test(lastOf(look, WEIGHT)) ? "span" : name
  if (name === "i" || name === "em" || name === "cite")
    return PLAIN_STYLE.test(lastOf(look, STYLE)) ? "span" : name
  return name
}

/** What a style says that HTML has elements for. */
export function styledMarks(style = "") {
  const look = style.slice(0, MAX_STYLE)
  const weight = lastOf(look, WEIGHT)
  const marks: ("strong" | "em" | "strike")[] = []
  if (weight === "bold" || Number(weight) >= 600) marks.push("strong")
  if (lastOf(look, STYLE) === "italic") marks.push("em")
  if (LINE_THROUGH.test(look)) marks.push("strike")
  return marks
}

/** Of two declarations the later one counts. */
function lastOf(style: string, declaration: RegExp) {
  return [...style.matchAll(declaration)].at(-1)?.[1]?.toLowerCase() ?? ""
}

const WEIGHT = /font-weight\s{0,9}:\s{0,9}([\w-]{1,20})/gi
const STYLE = /font-style\s{0,9}:\s{0,9}([\w-]{1,20})/gi
const LINE_THROUGH = /text-decoration(?:-line)?\s{0,9}:[^;]{0,40}line-through/i
const PLAIN_WEIGHT = /^(?:normal|lighter|initial|inherit|unset|[1-5]?\d{1,2})$/
const PLAIN_STYLE = /^(?:normal|initial|inherit|unset)$/
/** Of a style, in characters. */
const MAX_STYLE = 1_000
