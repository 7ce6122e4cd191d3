import { setImmediate as nextTurn } from "node:timers/promises"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { boundTable, openTable, TableError, type TableLine } from "#app/kit/lib/read-table.server.ts"
import { findHeader, findTitles, simplify } from "#app/kit/lib/tables.ts"
import { findDayOrder, readDay, type WrittenDay, writtenDay } from "./written-days.ts"

export const MAX_FIGURES = 500_000
const MAX_COLUMNS = 100
const LINES_AT_ONCE = 1_000
/** Above what names the columns may stand what the whole is called. */
const HEAD_LINES = 10
const MAX_NAMED = 20
/** So many different unknown episodes are told from another. */
const MAX_MISSING = 1_000
const MAX_SHOWN = 120
/** What the database's `integer` holds. */
const LARGEST = 2_147_483_647
const EARLIEST = "2000-01-01"

const NAMES = {
  date: /^(date|jour|day)( \((utc|gmt)\))?$/,
  guid: /^(episode )?guid( de l['’]episode)?$/,
  number: /^(numero|number|episode number|numero d['’]episode|numero de l['’]episode|n°|no)$/,
  title: /^(episode|titre|title|episode title|episode name|titre de l['’]episode|nom de l['’]episode)$/,
  downloads: /^(total )?(downloads|telechargements|total|listens|plays|ecoutes|streams)$/,
}

/** How much another host counted of an episode (0: of all together) on a day. */
export type Figure = { episodeId: number; day: string; count: number }

/** What a table of figures says, and what of it could not be read. */
export type Figures = {
  /** Of each episode by day; each once. */
  totals: Figure[]
  /** What is wrong with the lines that are left out: the first of them, and how many there are. */
  wrong: { line: number; problem: string }[]
  wrongCount: number
  /** Episodes that nobody knows here, and how many figures are left out with them. */
  missing: string[]
  missingCount: number
}

type Row = { line: number; episodeId: number; written: WrittenDay; count: number }

/**
 * Reads the table of another host, with a line for each day and episode, a column for each episode, or neither: then it counts
 * for all of them together.
 *
 * @returns what is wrong with it as a whole, in French, where that is so
 */
export async function readFigures(source: AsyncIterable<Uint8Array>, now = new Date()) {
  const find = makeFinder(await db.select(KEYS).from(episodes))
  const rows: Row[] = []
  const missing = new Map<string, number>()
  const wrong: Figures["wrong"] = []
  try {
    const { lines } = await openTable(boundTable(source))
    let head: TableLine[] | undefined = []
    let taken = 0
    let read: ReturnType<typeof makeReader> = () => []
    const take = ({ line, cells }: TableLine) => {
      for (const told of read(cells)) {
        if ((taken += 1) > MAX_FIGURES) throw new TableError(TOO_MANY)
        if ("problem" in told) wrong.push({ line, problem: told.problem })
        else if (told.episodeId !== undefined)
          rows.push({ line, episodeId: told.episodeId, written: told.written, count: told.count })
        else {
          const name = told.name.slice(0, MAX_SHOWN)
          const key = missing.has(name) || missing.size < MAX_MISSING ? name : ""
          missing.set(key, (missing.get(key) ?? 0) + 1)
        }
      }
    }
    const settle = (above: TableLine[]) => {
      const { at, columns } = findColumns(
        above.map(({ cells }) => cells),
        find,
      )
      read = makeReader(columns, find)
      head = undefined
      for (const line of above.slice(at + 1)) take(line)
    }
    for await (const line of lines) {
      // What is there already would be read without a pause, in which others are answered.
      if (line.line % LINES_AT_ONCE === 0) await nextTurn()
      if (!head) take(line)
      else if (head.push(line) === HEAD_LINES) settle(head)
    }
    if (head) settle(head)
    return await sumUp(rows, wrong, missing, now)
  } catch (error) {
    if (error instanceof TableError) return { problem: error.message }
    throw error
  }
}

const KEYS = { id: episodes.id, guid: episodes.guid, number: episodes.number, title: episodes.title }
type Keys = { guid: string; number: string; title: string }

/** Finds an episode by what a table says of it; of several that are called alike, none. */
function makeFinder(all: { id: number; guid: string | null; number: number | null; title: string }[]) {
  const byGuid = new Map<string, number>()
  const byNumber = new Map<string, number | undefined>()
  const byTitle = new Map<string, number | undefined>()
  const put = (map: Map<string, number | undefined>, key: string, id: number) =>
    map.set(key, map.has(key) ? undefined : id)
  for (const { id, guid, number, title } of all) {
    if (guid !== null) byGuid.set(guid, id)
    if (number !== null) put(byNumber, String(number), id)
    put(byTitle, simplify(title), id)
  }
  return ({ guid, number, title }: Keys) =>
    byGuid.get(guid) ?? byNumber.get(number.replace(/^#?0*(?=\d)/, "")) ?? byTitle.get(simplify(title))
}

type Finder = ReturnType<typeof makeFinder>
type Columns = { date: number } & (
  | { downloads: number; keys: Partial<Record<keyof Keys, number>> }
  | { episodes: { at: number; id: number | undefined; name: string }[] }
)

function findColumns(head: string[][], find: Finder): { at: number; columns: Columns } {
  const at = findHeader(head, Object.values(NAMES))
  const header = head[at ?? -1]?.map((title) => title.trim()) ?? []
  const { date, downloads, ...keys } = findTitles(header, NAMES)
  if (at === undefined || date === undefined) throw new TableError(NO_COLUMNS)
  // Cells beyond it are not read.
  if (header.length >= MAX_COLUMNS) throw new TableError(TOO_WIDE)
  if (Object.keys(keys).length === 0) {
    const columns = header.flatMap((name, place) =>
      name === "" || place === date || place === downloads
        ? []
        : { at: place, name, id: find({ guid: name, number: name, title: name }) },
    )
    if (columns.some(({ id }) => id !== undefined)) return { at, columns: { date, episodes: columns } }
  }
  if (downloads === undefined) throw new TableError(NO_COLUMNS)
  return { at, columns: { date, downloads, keys } }
}

type Told =
  { written: WrittenDay; episodeId: number | undefined; name: string; count: number } | { problem: string }

/** What the cells of a line say. */
function makeReader(columns: Columns, find: Finder): (cells: string[]) => Told[] {
  const days = new Map<string, WrittenDay | undefined>()
  // Written alike, they are one, which half a million of them are told by.
  const dayOf = (text = "") => {
    const key = text.slice(0, MAX_SHOWN)
    const written = days.get(key) ?? writtenDay(key)
    days.set(key, written)
    return written
  }
  const tell = (
    written: WrittenDay | undefined,
    text: string,
    episodeId: number | undefined,
    name: string,
  ): Told => {
    const count = readCount(text)
    if (!written) return { problem: "la date n’est pas lisible" }
    if (count === undefined) return { problem: "le nombre de téléchargements n’est pas lisible" }
    return { written, episodeId, name, count }
  }
  if ("episodes" in columns)
    return (cells) => {
      const written = dayOf(cells[columns.date])
      return columns.episodes.flatMap(({ at, id, name }) =>
        (cells[at] ?? "").trim() === "" ? [] : tell(written, cells[at] ?? "", id, name),
      )
    }
  const { date, downloads, keys } = columns
  const isOfAll = Object.keys(keys).length === 0
  return (cells) => {
    const cell = (at = -1) => (cells[at] ?? "").trim()
    const asked = { guid: cell(keys.guid), number: cell(keys.number), title: cell(keys.title) }
    const name = asked.title || asked.number || asked.guid
    const written = dayOf(cells[date])
    return [tell(written, cells[downloads] ?? "", isOfAll ? 0 : find(asked), name)]
  }
}

/** A whole number, of which thousands may stand apart; undefined for anything else. */
function readCount(text: string) {
  const plain = text.trim().replace(/(?<=\d)[\s,](?=\d{3}(?!\d))/g, "")
  const count = /^\d{1,10}$/.test(plain) ? Number(plain) : NaN
  return count <= LARGEST ? count : undefined
}

const ROWS_AT_ONCE = 20_000

/** Adds up what is said of the same day and episode, and of the day. */
async function sumUp(
  rows: readonly Row[],
  wrong: Figures["wrong"],
  missing: ReadonlyMap<string, number>,
  now: Date,
): Promise<Figures | { problem: string }> {
  const order = findDayOrder(rows.map(({ written }) => written))
  if (order === undefined) return { problem: AMBIGUOUS }
  const today = toDay(now)
  const days = new Map<WrittenDay, string | undefined>()
  const ofEpisodes = new Map<number, Map<string, number>>([[0, new Map()]])
  const add = (episodeId: number, day: string, count: number) => {
    const sums = ofEpisodes.get(episodeId) ?? new Map<string, number>()
    ofEpisodes.set(episodeId, sums.set(day, Math.min((sums.get(day) ?? 0) + count, LARGEST)))
  }
  for (const [index, { line, episodeId, written, count }] of rows.entries()) {
    // Others are answered meanwhile.
    if (index % ROWS_AT_ONCE === 0) await nextTurn()
    const day = days.get(written) ?? readDay(written, order)
    days.set(written, day)
    if (!day || day < EARLIEST || day >= today)
      wrong.push({ line, problem: day ? "la date n’est pas entre 2000 et hier" : "cette date n’existe pas" })
    else if (count > 0) for (const id of new Set([0, episodeId])) add(id, day, count)
  }
  const totals: Figure[] = []
  for (const [episodeId, sums] of ofEpisodes) {
    if (totals.length % ROWS_AT_ONCE < sums.size) await nextTurn()
    for (const day of [...sums.keys()].toSorted()) totals.push({ episodeId, day, count: sums.get(day) ?? 0 })
  }
  return {
    totals,
    wrong: wrong.toSorted((one, other) => one.line - other.line).slice(0, MAX_NAMED),
    wrongCount: wrong.length,
    missing: [...missing.keys()].filter((name) => name !== "").slice(0, MAX_NAMED),
    missingCount: [...missing.values()].reduce((sum, count) => sum + count, 0),
  }
}

const NO_COLUMNS =
  "Les colonnes ne sont pas reconnues\u00a0: la première ligne doit nommer la date («\u00a0date\u00a0»), les téléchargements («\u00a0téléchargements\u00a0») et, s’il y a lieu, l’épisode («\u00a0titre\u00a0», «\u00a0numéro\u00a0» ou «\u00a0guid\u00a0»)."
const TOO_WIDE = "Le tableau a 100 colonnes ou plus\u00a0: partagez-le en plusieurs."
const TOO_MANY = "Le tableau a plus de 500\u202f000 nombres\u00a0: partagez-le en plusieurs."
const AMBIGUOUS =
  "On ne peut pas savoir si les dates commencent par le jour ou par le mois\u00a0: écrivez-les comme 2026-11-20."
