import { InputRule } from "prosemirror-inputrules"

/** What may stand before a word; a hard break is U+FFFC there. */
const OPEN = String.raw`^|[\s\ufffc(\[«“‘’—–-]`
/** Behind a word or a closed quotation. In addresses, entities and smileys something else stands before. */
const BEHIND_WORD = String.raw`(?<=(?:${OPEN})[\p{L}\p{N}]{1,40}|[»)])`

/** French typography for what is typed. Whoever means it otherwise takes it back with Ctrl+Z, and it stays so. */
export const TYPOGRAPHY = [
  typed("'", () => "’"),
  typed(`(?<=${OPEN})"`, () => "«\u00a0"),
  typed('"', () => "\u00a0»"),
  typed(String.raw`(?<=[^\s\ufffc]) [;!?]`, (found) => `\u202f${found.slice(-1)}`),
  typed(String.raw`(?<=[^\s\ufffc]) :`, () => "\u00a0:"),
  typed(`${BEHIND_WORD}[;!?]`, (found) => `\u202f${found}`),
  typed(`${BEHIND_WORD}: `, () => "\u00a0: "),
]

function typed(pattern: string, write: (found: string) => string) {
  return new InputRule(new RegExp(`${pattern}$`, "u"), ({ doc, tr }, { 0: found }, start, end) => {
    const around = doc.resolve(start).marks()
    // Signs are what they are in addresses and in what machines read.
    if (around.some(({ type }) => type.name === "link" || type.name === "code")) return null
    return tr.insertText(write(found), start, end)
  })
}
