/** A row of a table, and the line of the text that it begins on, from 1. */
export type CsvRow = { line: number; cells: string[] }

/**
 * Reads a table as spreadsheets write it (RFC 4180): cells between semicolons, commas or tabs, whichever the first line
 * has most of, in quotation marks where they hold such signs. Empty rows are left out. Linear.
 *
 * @param maxRows no more are read
 */
export function parseCsv(text: string, maxRows: number): CsvRow[] {
  const input = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\r", "\n")
  const delimiter = delimiterOf(input)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  let at = 0

  const endRow = () => {
    if (row.cells.some((cell) => cell !== "")) rows.push(row)
    row = { line, cells: [] }
  }
  while (at < input.length && rows.length < maxRows) {
    const { cell, end } = input[at] === '"' ? quoted(input, at, delimiter) : bare(input, at, delimiter)
    if (input[at] === '"') line += input.slice(at, end).split("\n").length - 1
    row.cells.push(cell.trim())
    at = end + 1
    if (input[end] === delimiter) {
      if (at === input.length) row.cells.push("")
      continue
    }
    line += 1
    endRow()
  }
  if (row.cells.length > 0 && rows.length < maxRows) endRow()
  return rows
}

/** To the mark that closes it; what stands behind that belongs to it as well. */
function quoted(input: string, start: number, delimiter: string) {
  const parts: string[] = []
  let open = start + 1
  for (;;) {
    const close = input.indexOf('"', open)
    if (close < 0) return { cell: [...parts, input.slice(open)].join(""), end: input.length }
    parts.push(input.slice(open, close))
    if (input[close + 1] !== '"') {
      const { cell, end } = bare(input, close + 1, delimiter)
      return { cell: [...parts, cell].join(""), end }
    }
    parts.push('"')
    open = close + 2
  }
}

function bare(input: string, start: number, delimiter: string) {
  let end = start
  while (end < input.length && input[end] !== delimiter && input[end] !== "\n") end += 1
  return { cell: input.slice(start, end), end }
}

function delimiterOf(input: string) {
  const first = input.split("\n", 1)[0] ?? ""
  const count = (sign: string) => first.split(sign).length
  return [";", "\t", ","].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
