import { Readable } from "node:stream"
import { setImmediate as nextTurn } from "node:timers/promises"
import { parse } from "csv-parse"
import { decodeStream, type Encoding } from "./decode-text.ts"
import { guessDelimiter, toldDelimiter } from "./tables.ts"

/** A line; a quotation mark that is never closed makes one of all that follows. */
const MAX_LINE = 20_000
/** A table may have columns of anything beside. */
const MAX_CELLS = 100

/** A row, and the line of the text that it begins on, from 1. */
export type TableLine = { line: number; cells: string[] }

/** What is wrong with a table as a whole, in French. */
export class TableError extends Error {}

/**
 * Reads a table as spreadsheets write it (RFC 4180), however large, in one pass and never more of it in memory than some lines.
 * Empty rows are left out, and cells beyond the hundredth.
 *
 * @param options.maxLine characters of a row, and of a line
 * @returns its lines, which throw a `TableError`; and how it is written, known once they are read
 */
export async function openTable(source: AsyncIterable<Uint8Array>, { maxLine = MAX_LINE } = {}) {
  const shape: { encoding: Encoding; delimiter: string } = { encoding: "UTF-8", delimiter: "" }
  const text = withOneLineEnd(
    decodeStream(source, (encoding) => (shape.encoding = encoding)),
    maxLine,
  )
  const head = await readHead(text)
  const { line: told, sign } = toldDelimiter(head)
  const first = head.slice(told.length)
  shape.delimiter = sign ?? guessDelimiter(first)
  const above = told === "" ? 0 : 1
  return { shape, lines: parseLines(first, text, { delimiter: shape.delimiter, above, maxLine }) }
}

export const MAX_TABLE_BYTES = 100_000_000

/** A table that somebody sends, as far as its bound; while it is read, others are answered. */
export async function* boundTable(source: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of source) {
    if ((bytes += chunk.length) > MAX_TABLE_BYTES) throw new TableError(TOO_LARGE)
    // What is there already would be read without a pause.
    await nextTurn()
    yield chunk
  }
}

const TOO_LARGE = "Le fichier pèse plus de 100 Mo\u00a0: partagez-le en plusieurs."

const HEAD_LETTERS = 20_000

/** Enough of it to tell how it is written: what comes over a network may begin with a single letter. */
async function readHead(text: AsyncGenerator<string, undefined>) {
  let head = ""
  while (head.length < HEAD_LETTERS) {
    const { value, done } = await text.next()
    if (done) break
    head += value
  }
  return head
}

/** Lines that end by "\n"; one without an end is not waited for. */
async function* withOneLineEnd(
  text: AsyncIterable<string>,
  maxLine: number,
): AsyncGenerator<string, undefined> {
  let held = ""
  let line = 1
  let length = 0
  for await (const part of text) {
    const piece = held + part
    held = piece.endsWith("\r") ? "\r" : ""
    const clean = piece.slice(0, piece.length - held.length).replace(/\r\n?/g, "\n")
    const end = clean.lastIndexOf("\n")
    line += clean.split("\n").length - 1
    length = end < 0 ? length + clean.length : clean.length - end - 1
    if (length > maxLine) throw tooLong(line)
    if (clean !== "") yield clean
  }
}

async function* parseLines(
  first: string,
  rest: AsyncIterable<string>,
  { delimiter, above, maxLine }: { delimiter: string; above: number; maxLine: number },
) {
  let last = 0
  const parser = parse({
    delimiter,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxLine,
    // The line that it ends in, before what stands in it.
    on_record: (cells: string[], { lines }) => {
      last = lines
      return [String(lines), ...cells.slice(0, MAX_CELLS)]
    },
  })
  const from = Readable.from(withFirst(first, rest))
  from.on("error", (error) => parser.destroy(error))
  from.pipe(parser)
  try {
    for await (const [end, ...cells] of parser as AsyncIterable<string[]>)
      yield { line: above + Number(end) - cells.join("").split("\n").length + 1, cells } satisfies TableLine
  } catch (error) {
    const { code } = error as { code?: string }
    // Where the row begins: the parser is far behind it by then.
    throw code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED"
      ? tooLong(above + last + 1)
      : error
  } finally {
    from.destroy()
    parser.destroy()
  }
}

async function* withFirst(first: string, rest: AsyncIterable<string>) {
  yield first
  yield* rest
}

function tooLong(line: number) {
  return new TableError(
    `Vers la ligne ${line.toLocaleString("fr-FR")}, un guillemet s’ouvre et ne se referme pas, ou la ligne est trop longue\u00a0: corrigez-la, puis renvoyez le fichier.`,
  )
}
