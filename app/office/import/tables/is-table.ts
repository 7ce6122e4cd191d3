import { guessDelimiter, toldDelimiter } from "#app/kit/lib/tables.ts"

/** Whether a file is a list of objects. @param head its first kilobytes, a character a byte */
export const isList = (head: string) => /^(\u00ef\u00bb\u00bf)?\s{0,1000}\[/.test(head)

/** Whether a file is a table: lines of cells, or a list of objects. @param head its first kilobytes, a character a byte */
export function isTable(head: string) {
  if (isList(head)) return true
  // Of UTF-16 every other byte may be nothing.
  const text = head
    .replace(/^(\u00ff\u00fe|\u00fe\u00ff|\u00ef\u00bb\u00bf)/, "")
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n")
  // The bytes of « É » and « ’ » would be control characters by themselves.
  if (/^\s{0,1000}[<{]/.test(text) || /\p{Cc}/u.test(text.replace(/[\s\u0080-\u009f]/g, ""))) return false
  const { line, sign } = toldDelimiter(text)
  const rest = text.slice(line.length)
  const [first = ""] = rest.split("\n", 1)
  return first.includes(sign ?? guessDelimiter(rest))
}
