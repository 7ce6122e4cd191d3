import { and, eq, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { subscriberImportRows, subscriberImports } from "#app/db/schema/newsletter.server.ts"
import type { SaidValue } from "#app/kit/lib/newsletter.ts"
import { boundTable, openTable, TableError, type TableLine } from "#app/kit/lib/read-table.server.ts"
import { type Columns, findColumns, labelOf, readEmail, readName } from "./columns.ts"
import { readFileName, readSaying, type Saying } from "./list-states.ts"

export const MAX_LIST_ROWS = 1_000_000
/** So many lines say which column is which. */
const HEAD_ROWS = 50
const BATCH = 2_000
const MAX_NAMED = 20
const MAX_SHOWN = 120
const MAX_NAMES = 200
/** By how many values a list may speak of its people; those beyond are one of each kind. */
const MAX_VALUES = 60

/** What a page gets back of a list that it sent. */
export type ListAnswer = { id: number } | { problem: string }

/**
 * Reads a list of people, however large, into the database, where it waits for what is to become of it: in one pass, never more
 * of it in memory than some thousand lines.
 *
 * @param name of its file
 * @param to the number of a list that waits, and that this file is a part of: senders write who left into a file of their own
 * @returns its number, or what is wrong with it: then no part of it is kept
 */
export async function readList(source: AsyncIterable<Uint8Array>, name = "", to?: number) {
  const begun = await (to === undefined ? begin(db, name) : goOn(db, to, name, "read"))
  if (!begun) return { problem: GONE }
  const { id } = begun
  try {
    await takeIn(db, begun, name, source)
    await offerList(db, id)
    return { id }
  } catch (error) {
    await db.delete(subscriberImports).where(eq(subscriberImports.id, id))
    if (error instanceof TableError) return { problem: error.message }
    throw error
  }
}

/**
 * Reads a file as one more part of a list that comes with other things: nobody sees it before `offerList`. What is wrong with the
 * file undoes what was read of it, and leaves the list as it was.
 *
 * @param to the number of what was read before of the same list
 * @param keep remembers the list's number: in the transaction that reads, so that no list is left of a process that was killed
 * @returns its number, or what is wrong with the file
 */
export async function readPart(
  source: AsyncIterable<Uint8Array>,
  name: string,
  to: number | null,
  keep: (tx: Transaction, id: number) => Promise<void>,
): Promise<ListAnswer> {
  try {
    return await db.transaction(async (tx) => {
      const before = to === null ? undefined : await goOn(tx, to, name, "reading")
      const list = before ?? (await begin(tx, name))
      await takeIn(tx, list, name, source)
      await keep(tx, list.id)
      return { id: list.id }
    })
  } catch (error) {
    if (error instanceof TableError) return { problem: error.message }
    throw error
  }
}

/** Lets hosts say what becomes of a list that is whole. */
export async function offerList(on: On, id: number) {
  await on
    .update(subscriberImports)
    .set({ state: "read" })
    .where(and(eq(subscriberImports.id, id), eq(subscriberImports.state, "reading")))
}

type On = typeof db | Transaction
type List = typeof subscriberImports.$inferSelect

async function begin(on: On, name: string): Promise<List> {
  const [list] = await on
    .insert(subscriberImports)
    .values({ name: readName([name]) })
    .returning()
  if (!list) throw new Error("the row was not inserted")
  return list
}

/** Nobody else goes on with it meanwhile, or takes it up. */
async function goOn(on: On, id: number, name: string, from: "reading" | "read"): Promise<List | undefined> {
  const [list] = await on
    .update(subscriberImports)
    .set({ state: "reading", name: sql`left(name || ', ' || ${readName([name])}::text, ${MAX_NAMES})` })
    .where(and(eq(subscriberImports.id, id), eq(subscriberImports.state, from)))
    .returning()
  return list
}

async function takeIn(on: On, list: List, name: string, source: AsyncIterable<Uint8Array>) {
  const { id } = list
  const { shape, lines } = await openTable(boundTable(source))
  const sums = { rows: list.rowCount, invalid: list.invalidCount, stored: 0, lines: [...list.invalid] }
  const values = collectValues(list.said)
  const ofAll = readFileName(name)
  let columns: Columns | undefined
  let head: TableLine[] | undefined = []
  let batch = new Map<string, { name: string; said: Set<number> }>()
  let valid = 0

  const store = async () => {
    if (batch.size === 0) return
    const people = [...batch]
    batch = new Map()
    // Of somebody who comes twice, all that is said holds.
    const { rows } = await on.execute<{ isNew: boolean }>(sql`
      insert into ${subscriberImportRows} (import_id, email, name, said)
      select ${id}, email, name, said::int[] from unnest(
        ${sql.param(people.map(([email]) => email))}::text[],
        ${sql.param(people.map(([, person]) => person.name))}::text[],
        ${sql.param(people.map(([, { said }]) => `{${[...said].join()}}`))}::text[]) as person(email, name, said)
      on conflict (import_id, email) do update set said = ${subscriberImportRows.said} || excluded.said
        where not ${subscriberImportRows.said} @> excluded.said
      returning xmax = 0 as "isNew"`)
    sums.stored += rows.filter(({ isNew }) => isNew).length
  }
  const take = ({ line, cells }: TableLine, found: Columns) => {
    const email = readEmail(cells[found.email] ?? "")
    if ((sums.rows += 1) > MAX_LIST_ROWS) throw new TableError(TOO_MANY)
    if (email === undefined) {
      sums.invalid += 1
      if (sums.lines.length < MAX_NAMED)
        sums.lines.push({ line, text: readName([cells.join(" ")]).slice(0, MAX_SHOWN) })
      return
    }
    valid += 1
    const known = batch.get(email)
    const person = known ?? {
      name: readName(found.names.map((at) => cells[at] ?? "")),
      said: new Set<number>(),
    }
    if (!known) batch.set(email, person)
    let isSurelyGone = false
    for (const column of found.states) {
      const saying = readSaying(column, cells[column.at] ?? "")
      if (!saying) continue
      person.said.add(values.placeOf(labelOf(found, column.at), saying))
      isSurelyGone ||= !saying.isGuess && (saying.fate === "left" || saying.fate === "undeliverable")
    }
    if (ofAll && !isSurelyGone) person.said.add(values.placeOf("nom du fichier", ofAll))
  }
  const settle = () => {
    columns = findColumns((head ?? []).map(({ cells }) => cells))
    if (!columns) throw new TableError(NO_ADDRESSES)
    const found = columns
    for (const line of (head ?? []).slice(found.above)) take(line, found)
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
  await on
    .update(subscriberImports)
    .set({
      // Of several files, those of the first are told.
      ...(!list.columns && { ...shape, columns: describeColumns(named) }),
      rowCount: sums.rows,
      invalidCount: sums.invalid,
      doubleCount: list.doubleCount + valid - sums.stored,
      invalid: sums.lines,
      said: await countPeopleBy(on, id, values.list),
    })
    .where(eq(subscriberImports.id, id))
}

type Value = Omit<SaidValue, "count">

const describeColumns = (columns: Columns) => ({
  email: labelOf(columns, columns.email),
  names: columns.names.map((at) => labelOf(columns, at)),
  left: columns.left.map((at) => labelOf(columns, at)),
})

/** The values by which a list speaks of its people: each once, and no more of them than a host can look at. */
function collectValues(known: readonly Value[]) {
  const list: Value[] = [...known]
  const keyOf = (column: string, { value, fate, isGuess }: Saying) =>
    JSON.stringify([column, value.toLowerCase(), fate, isGuess])
  const places = new Map(known.map((value, place) => [keyOf(value.column, value), place]))
  function placeOf(column: string, { value, fate, isGuess }: Saying): number {
    const key = keyOf(column, { value, fate, isGuess })
    const known = places.get(key)
    if (known !== undefined) return known
    if (list.length >= MAX_VALUES && column !== BEYOND)
      return placeOf(BEYOND, { value: "autres valeurs", fate, isGuess })
    places.set(key, list.length)
    return list.push({ column, value: readName([value]) || "illisible", fate, isGuess }) - 1
  }
  return { list, placeOf }
}

const BEYOND = "autres colonnes"

/** @returns the values with how many people stand under each: one who comes twice counts once */
async function countPeopleBy(on: On, id: number, values: Value[]): Promise<SaidValue[]> {
  const { rows } = await on.execute<{ place: number; count: number }>(sql`
    select place, count(distinct email)::int as count from ${subscriberImportRows}, unnest(said) as place
    where import_id = ${id} group by place`)
  const counts = new Map(rows.map(({ place, count }) => [place, count]))
  return values.map((value, place) => ({ ...value, count: counts.get(place) ?? 0 }))
}

const TOO_MANY = "La liste a plus d’un million de lignes\u00a0: partagez-la en plusieurs."
const GONE = "Cette liste n’attend plus\u00a0: choisissez à nouveau tous les fichiers."
const NO_ADDRESSES =
  "Aucune colonne ne contient d’adresses e-mail. Vérifiez le fichier, ou collez la liste elle-même."
