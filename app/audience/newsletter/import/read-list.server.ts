import { setImmediate as nextTurn } from "node:timers/promises"
import { eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { subscriberImportRows, subscriberImports } from "#app/db/schema/newsletter.server.ts"
import type { RefusedLine } from "#app/kit/lib/newsletter.ts"
import { openTable, TableError, type TableLine } from "#app/kit/lib/read-table.server.ts"
import { type Columns, findColumns, labelOf, readEmail, readName, saysGone } from "./columns.ts"

export const MAX_LIST_BYTES = 100_000_000
export const MAX_LIST_ROWS = 1_000_000
/** So many lines say which column is which. */
const HEAD_ROWS = 50
const BATCH = 2_000
const MAX_NAMED = 20
const MAX_SHOWN = 120

/** What a page gets back of a list that it sent. */
export type ListAnswer = { id: number } | { problem: string }

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
    if (error instanceof TableError) return { problem: error.message }
    throw error
  }
}

async function takeIn(id: number, source: AsyncIterable<Uint8Array>) {
  const { shape, lines } = await openTable(bounded(source))
  const sums = { rows: 0, invalid: 0, stored: 0, lines: [] as RefusedLine[] }
  let columns: Columns | undefined
  let head: TableLine[] | undefined = []
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
  const take = ({ line, cells }: TableLine, { email: at, names, state }: Columns) => {
    const email = readEmail(cells[at] ?? "")
    if ((sums.rows += 1) > MAX_LIST_ROWS) throw new TableError(TOO_MANY)
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
    if (!columns) throw new TableError(NO_ADDRESSES)
    const found = columns
    for (const line of (head ?? []).slice(found.header ? 1 : 0)) take(line, found)
    head = undefined
  }

  for await (const line of lines) {
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
  if (!named) throw new TableError(NO_ADDRESSES)
  await db
    .update(subscriberImports)
    .set({
      state: "read",
      ...shape,
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
    if ((bytes += chunk.length) > MAX_LIST_BYTES) throw new TableError(TOO_LARGE)
    // What is there already would be read without a pause, in which others are answered.
    await nextTurn()
    yield chunk
  }
}

const TOO_LARGE = "Le fichier pèse plus de 100 Mo\u00a0: partagez-le en plusieurs."
const TOO_MANY = "La liste a plus d’un million de lignes\u00a0: partagez-la en plusieurs."
const NO_ADDRESSES =
  "Aucune colonne ne contient d’adresses e-mail. Vérifiez le fichier, ou collez la liste elle-même."
