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

/** Of two declarations the later one counts. */
function lastOf(style: string, declaration: RegExp) {
  return [...style.matchAll(declaration)].at(-1)?.[1]?.toLowerCase() ?? ""
}

const WEIGHT = /font-weight\s{0,9}:\s{0,9}([\w-]{1,20})/gi
const STYLE = /font-style\s{0,9}:\s{0,9}([\w-]{1,20})/gi
const PLAIN_WEIGHT = /^(?:normal|lighter|initial|inherit|unset|[1-5]?\d{1,2})$/
const PLAIN_STYLE = /^(?:normal|initial|inherit|unset)$/
/** Of a style, in characters. */
export const MAX_STYLE = 1_000
