import { simplify } from "#app/kit/lib/tables.ts"
import { openTable, TableError } from "#app/kit/lib/read-table.server.ts"
import { ImportError } from "../import-error.ts"
import { readJsonRows } from "../json-rows.server.ts"
import type { OpenedFile } from "../open-files.server.ts"
import { isList } from "./is-table.ts"
import type { RowThing, TableThing } from "../things.ts"

const MAX_ROWS = 500_000
/** As many as a table of a spreadsheet may have here. */
const MAX_COLUMNS = 100
/** An article may stand in one line. */
const MAX_LINE = 2_000_000

/**
 * Reads a table as spreadsheets and databases export it, as CSV or as a list of objects: its columns, then its rows as they are.
 *
 * @throws ImportError
 */
export async function* readRows(file: OpenedFile): AsyncGenerator<TableThing | RowThing> {
  const table = file.name
  let rows = 0
  const toRow = (cells: string[]): RowThing => {
    if ((rows += 1) > MAX_ROWS) throw new ImportError(TOO_MANY)
    return { kind: "row", id: rowId(table, rows), table, cells }
  }
  if (isList(file.head)) yield* readObjects(file, table, toRow)
  else yield* readLines(file, table, toRow)
}

type ToRow = (cells: string[]) => RowThing

async function* readLines(file: OpenedFile, table: string, toRow: ToRow) {
  try {
    const { lines } = await openTable(file.source, { maxLine: MAX_LINE })
    let isHead = true
    for await (const { cells } of lines) {
      if (!isHead) yield toRow(cells)
      else yield { kind: "table" as const, id: table, header: cells.map((cell) => cell.trim()) }
      isHead = false
    }
  } catch (error) {
    throw error instanceof TableError ? new ImportError(`${table}\u00a0: ${error.message}`) : error
  }
}

/** Objects of a list may lack what others have: the columns are those of the first ones. */
async function* readObjects(file: OpenedFile, table: string, toRow: ToRow) {
  let header: string[] | undefined
  let first: Record<string, unknown>[] = []
  const cellsOf = (fields: Record<string, unknown>) => (header ?? []).map((name) => cellOf(fields, name))
  const settle = function* () {
    header = [...new Set(first.flatMap((fields) => Object.keys(fields)))].slice(0, MAX_COLUMNS)
    yield { kind: "table" as const, id: table, header }
    for (const fields of first) yield toRow(cellsOf(fields))
    first = []
  }
  for await (const { fields } of readJsonRows(file.source, ["$.*"])) {
    if (header) yield toRow(cellsOf(fields))
    else if (first.push(fields) === HEAD_ROWS) yield* settle()
  }
  if (!header) yield* settle()
}

const HEAD_ROWS = 50

function cellOf(fields: Record<string, unknown>, name: string) {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

const rowId = (table: string, place: number) => `${table}#${place}`
/** The place of a row in its table, from 1. */
export const placeIn = (id: string) => Number(id.slice(id.lastIndexOf("#") + 1))

/** The same for tables with the same columns, whatever their order. */
export const headerKey = (header: readonly string[]) => header.map(simplify).toSorted().join("\n")

const TOO_MANY = "Un tableau a plus de 500\u202f000 lignes\u00a0: partagez-le en plusieurs."
