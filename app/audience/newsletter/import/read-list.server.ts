import { Readable } from "node:stream"
import { setImmediate as nextTurn } from "node:timers/promises"
import { parse } from "csv-parse"
import { eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { subscriberImportRows, subscriberImports } from "#app/db/schema/newsletter.server.ts"
import type { RefusedLine } from "#app/kit/lib/newsletter.ts"
import {
  type Columns,
  findColumns,
  guessDelimiter,
  labelOf,
  readEmail,
  readName,
  saysGone,
} from "./columns.ts"
import { decodeText, type Encoding } from "./decode.server.ts"

export const MAX_LIST_BYTES = 100_000_000
export const MAX_LIST_ROWS = 1_000_000
/** A line of a list; a quote that is never closed makes one of all that follows. */
const MAX_LINE = 20_000
/** A list may have columns of anything beside. */
const MAX_CELLS = 100
/** So many lines say which column is which. */
const HEAD_ROWS = 50
const BATCH = 2_000
const MAX_NAMED = 20
const MAX_SHOWN = 120

/** What is wrong with a list as a whole, in French. */
class ListError extends Error {}

/** What a page gets back of a list that it sent. */
export type ListAnswer = { id: number } | { problem: string }

type Line = { line: number; cells: string[] }

/**
 * Reads a list of people, however large, into the database, where it waits for what is to become of it: in one pass, never more
 * of it in memory than some thousand lines.
 *
 * @param name of its file
 * @returns its number, or what is wrong with it
 */
export async function readList(source: AsyncIterable<Uint8Array>, name = "") {
  const [begun] = await db
    .insert(subscriberImports)
    .values({ name: readName([name]) })
    .returning({ id: subscriberImports.id })
  if (!begun) throw new Error("no import was begun")
  const { id } = begun
  try {
    await takeIn(id, source)
    return { id }
  } catch (error) {
    await db.delete(subscriberImports).where(eq(subscriberImports.id, id))
    if (error instanceof ListError) return { problem: error.message }
    throw error
  }
}

async function takeIn(id: number, source: AsyncIterable<Uint8Array>) {
  let encoding: Encoding = "UTF-8"
  const text = decodeText(bounded(source), (found) => (encoding = found))
  const first = await text.next()
  const delimiter = guessDelimiter(first.value ?? "")
  const sums = { rows: 0, invalid: 0, stored: 0, lines: [] as RefusedLine[] }
  let columns: Columns | undefined
  let head: Line[] | undefined = []
  let batch = new Map<string, string>()
  let valid = 0

  const store = async () => {
    if (batch.size === 0) return
    const rows = { emails: [...batch.keys()], names: [...batch.values()] }
    batch = new Map()
    const { rowCount } = await db.execute(sql`
      insert into ${subscriberImportRows} (import_id, email, name)
      select ${id}, * from unnest(${sql.param(rows.emails)}::text[], ${sql.param(rows.names)}::text[])
      on conflict do nothing`)
    sums.stored += rowCount ?? 0
  }
  const take = ({ line, cells }: Line, { email: at, names, state }: Columns) => {
    const email = readEmail(cells[at] ?? "")
    if ((sums.rows += 1) > MAX_LIST_ROWS) throw new ListError(TOO_MANY)
    if (email === undefined || saysGone((state === undefined ? undefined : cells[state]) ?? "")) {
      sums.invalid += 1
      if (sums.lines.length < MAX_NAMED)
        sums.lines.push({ line, text: readName([cells.join(" ")]).slice(0, MAX_SHOWN) })
      return
    }
    valid += 1
    if (!batch.has(email)) batch.set(email, readName(names.map((name) => cells[name] ?? "")))
  }
  const settle = () => {
    columns = findColumns((head ?? []).map(({ cells }) => cells))
    if (!columns) throw new ListError(NO_ADDRESSES)
    const found = columns
    for (const line of (head ?? []).slice(found.header ? 1 : 0)) take(line, found)
    head = undefined
  }

  for await (const line of parseLines(withFirst(first, text), delimiter)) {
    if (head) {
      head.push(line)
      if (head.length === HEAD_ROWS) settle()
      continue
    }
    if (columns) take(line, columns)
    if (batch.size >= BATCH) await store()
  }
  if (head) settle()
  await store()
  const named = columns
  if (!named) throw new ListError(NO_ADDRESSES)
  await db
    .update(subscriberImports)
    .set({
      state: "read",
      encoding,
      delimiter,
      columns: { email: labelOf(named, named.email), names: named.names.map((at) => labelOf(named, at)) },
      rowCount: sums.rows,
      invalidCount: sums.invalid,
      doubleCount: valid - sums.stored,
      invalid: sums.lines,
    })
    .where(eq(subscriberImports.id, id))
}

async function* bounded(source: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of source) {
    if ((bytes += chunk.length) > MAX_LIST_BYTES) throw new ListError(TOO_LARGE)
    // What is there already would be read without a pause, in which others are answered.
    await nextTurn()
    yield chunk
  }
}

async function* withFirst(first: IteratorResult<string, void>, rest: AsyncIterable<string>) {
  if (!first.done) yield first.value
  yield* rest
}

async function* parseLines(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Line> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_LINE,
    // The line that it ends in, before what stands in it.
    on_record: (cells: string[], { lines }) => [String(lines), ...cells.slice(0, MAX_CELLS)],
  })
  const from = Readable.from(text)
  from.on("error", (error) => parser.destroy(error))
  from.pipe(parser)
  try {
    for await (const [line = "", ...cells] of parser as AsyncIterable<string[]>)
      yield { line: Number(line), cells }
  } catch (error) {
    throw explain(error)
  } finally {
    from.destroy()
    parser.destroy()
  }
}

function explain(error: unknown) {
  const { code, lines } = error as { code?: string; lines?: number }
  if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED")
    return new ListError(
      `Vers la ligne ${(lines ?? 1).toLocaleString("fr-FR")}, un guillemet s’ouvre et ne se referme pas, ou la ligne est trop longue.`,
    )
  return error
}

const TOO_LARGE = "Le fichier pèse plus de 100 Mo\u00a0: partagez-le en plusieurs."
const TOO_MANY = "La liste a plus d’un million de lignes\u00a0: partagez-la en plusieurs."
const NO_ADDRESSES =
  "Aucune colonne ne contient d’adresses e-mail. Vérifiez le fichier, ou collez la liste elle-même."
