const MAX_LETTERS = 2_000
const MAX_LINES = 12

/** Keeps the end of what a command prints, however much that is. */
export function lastWords() {
  let kept = ""
  return {
    add(piece: string) {
      kept = (kept + piece.slice(-8 * MAX_LETTERS)).slice(-8 * MAX_LETTERS)
    },
    /** Its last lines, as a terminal would show them: without colours, and of a line that was written over its last state. */
    text() {
      const lines = kept
        // oxlint-disable-next-line no-control-regex -- what terminals are told
        .replace(/\u001b\[[\d;?]{0,20}[a-zA-Z]/g, "")
        .split("\n")
        .map((line) => (line.trimEnd().split("\r").at(-1) ?? "").replace(/\p{Cc}/gu, " ").trimEnd())
        .filter((line) => line.trim() !== "")
      return lines.slice(-MAX_LINES).join("\n").slice(-MAX_LETTERS).toWellFormed()
    },
  }
}
