/** The lines of a text, one by one: all of them at once may be millions. */
export function* linesOf(text: string) {
  let start = 0
  while (start <= text.length) {
    const end = text.indexOf("\n", start)
    const stop = end === -1 ? text.length : end
    yield text.slice(start, stop).replace(/\r$/, "")
    start = stop + 1
  }
}
