import { openTable, TableError, type TableLine } from "#app/kit/lib/read-table.server.ts"
import { findTitles, simplify } from "#app/kit/lib/tables.ts"
import {
  type Columns,
  findColumns,
  labelOf,
  readEmail,
  readName,
} from "../../../newsletter/import/columns.ts"
import { type DayOrder, findDayOrder, readDay, writtenDay } from "../../../statistics/import/written-days.ts"
import { type SupporterForm, supporterSchema } from "../supporter-form.schema.ts"
import { type AskedTable, COLUMN_NAMES, type ColumnName } from "./import.schema.ts"

export const MAX_LINES = 10_000
/** So many lines tell which column is which. */
const HEAD_LINES = 50

/** A line of a table: somebody as they would be stored, or why it is nobody. */
export type PersonLine = { line: number; text: string } & (
  | {
      person: SupporterForm
      /** Whether the table says a level of them, and until when. */
      says: { level: boolean; until: boolean }
    }
  | { problem: string; unknownLevel?: string }
)

export type PeopleTable = {
  lines: PersonLine[]
  /** What each column may be chosen as, and which stand for what. */
  choices: { value: string; label: string }[]
  chosen: Record<ColumnName, string>
}

/** What a column is called, whatever else differs from table to table (`simplify`). */
const TITLES = {
  level: /^(palier|niveau|formule|tarif|tier|level|membership( level)?|reward|contrepartie)$/,
  until:
    /^(jusqu['’]au|(date de )?fin|fin (du|de) (soutien|validite)|echeance|valable jusqu['’]au|until|end( date)?|expir(y|es|ation)( date| on| at)?)$/,
  origin: /^(origine|source|provenance|plateforme|origin|platform)$/,
  note: /^(notes?|remarques?|commentaires?|comments?)$/,
}

type Level = { id: number; name: string }

/**
 * Reads a table of supporters: its columns as they were chosen, or guessed by their titles and what stands in them.
 *
 * @param levels those there are, found by their names
 * @returns at most `MAX_LINES`, or what is wrong with the table as a whole
 */
export async function readPeople(
  asked: AskedTable,
  levels: Level[],
): Promise<PeopleTable | { problem: string }> {
  const rows: TableLine[] = []
  try {
    const { lines } = await openTable(new Blob([asked.csv]).stream())
    for await (const line of lines) {
      if (rows.length === MAX_LINES + HEAD_LINES) return { problem: TOO_MANY }
      rows.push(line)
    }
  } catch (error) {
    if (error instanceof TableError) return { problem: error.message }
    throw error
  }
  const found = findColumns(rows.slice(0, HEAD_LINES).map(({ cells }) => cells))
  if (!found) return { problem: NO_ADDRESSES }
  const people = rows.slice(found.above)
  if (people.length > MAX_LINES) return { problem: TOO_MANY }
  const choices = choicesOf(found, Math.max(...rows.map(({ cells }) => cells.length)))
  const chosen = choose(asked, guess(found), choices)
  const cellsOf = (name: ColumnName, { cells }: TableLine) => {
    const at = choices.findIndex(({ value }) => value === chosen[name])
    return at < 0 ? undefined : readCell(cells[at] ?? "")
  }
  const days = people
    .map((line) => writtenDay(cellsOf("until", line) ?? ""))
    .filter((day) => day !== undefined)
  const order = findDayOrder(days)
  const known = new Map(levels.map((level) => [simplify(level.name), level.id]))
  const lines = people.map((line) => readLine(line, cellsOf, { order: order ?? "day", levels: known }))
  return { lines, choices, chosen }
}

const TOO_MANY = "Le tableau a plus de 10\u202f000 lignes\u00a0: partagez-le en plusieurs"
const NO_ADDRESSES =
  "Aucune colonne ne contient d’adresses e-mail\u00a0: vérifiez le fichier, ou collez le tableau lui-même"

/** As a spreadsheet has it: an apostrophe keeps what follows from being a formula. */
const readCell = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, "")

/** With its title, so that what was chosen for another table is none of this one's. */
const choicesOf = (columns: Columns, width: number) =>
  Array.from({ length: width }, (_, at) => {
    const label = labelOf(columns, at)
    return { value: `${at} ${label}`, label }
  })

function guess({ header, email, names }: Columns): Partial<Record<ColumnName, number>> {
  const [first, last] = names
  const named = last === undefined ? { name: first } : { firstName: first, name: last }
  return { ...findTitles(header ?? [], TITLES), email, ...named }
}

function choose(
  asked: AskedTable,
  guessed: Partial<Record<ColumnName, number>>,
  choices: PeopleTable["choices"],
) {
  const isOfThis = (value: string) => value === "" || choices.some((choice) => choice.value === value)
  const isChosen = Boolean(asked.email) && COLUMN_NAMES.every((name) => isOfThis(asked[name] ?? ""))
  const valueOf = (name: ColumnName) =>
    isChosen ? (asked[name] ?? "") : (choices[guessed[name] ?? -1]?.value ?? "")
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, valueOf(name)])) as Record<ColumnName, string>
}

/** How much of a line tells which one it is. */
const MAX_TEXT = 200

function readLine(
  row: TableLine,
  cellOf: (name: ColumnName, row: TableLine) => string | undefined,
  { order, levels }: { order: DayOrder; levels: Map<string, number> },
): PersonLine {
  const cell = (name: ColumnName) => cellOf(name, row)
  const [level, until] = [cell("level") ?? "", cell("until")]
  const place = {
    line: row.line,
    text: readName([row.cells.slice(0, COLUMN_NAMES.length).join(" ")]).slice(0, MAX_TEXT),
  }
  const email = readEmail(cell("email") ?? "")
  if (email === undefined) return { ...place, problem: "Pas d’adresse e-mail valide" }
  const levelId = level === "" ? null : levels.get(simplify(level))
  if (levelId === undefined) {
    const unknownLevel = readName([level])
    return { ...place, problem: `Aucun palier ne s’appelle «\u00a0${unknownLevel}\u00a0»`, unknownLevel }
  }
  const written = writtenDay(until ?? "")
  const day = until ? written && readDay(written, order) : ""
  if (day === undefined)
    return {
      ...place,
      problem: `Date illisible\u00a0: «\u00a0${readName([until ?? ""]).slice(0, 40)}\u00a0»`,
    }
  const read = supporterSchema.safeParse({
    email,
    name: readName([cell("firstName") ?? "", cell("name") ?? ""]),
    levelId: levelId === null ? "" : String(levelId),
    until: day,
    origin: cell("origin"),
    note: cell("note"),
    hasFeed: "on",
  })
  if (!read.success) return { ...place, problem: read.error.issues[0]?.message ?? "" }
  return { ...place, person: read.data, says: { level: level !== "", until: until !== undefined } }
}
