import { parse } from "csv-parse/sync"
import { type FoundCue, MAX_FOUND_CUES } from "#app/kit/lib/cues.ts"
import { findTitles, guessDelimiter, simplify, toldDelimiter } from "#app/kit/lib/tables.ts"
import { type FoundText, refuse } from "./found-text.ts"
import { speakerOf } from "./speaker-labels.ts"
import { FRAME_RATE, framesNote, inSeconds, readTime } from "./times.ts"

/** How programs and people call the columns, as `simplify` leaves it; a sentence that begins so is longer. */
const TITLES = {
  start:
    /^(?!.*\b(?:end|fin|out|sortie|stop)\b)(?:start|begin|debut|in|tc|time|timing|temps|heure|horodatage|minutage|entree|position|offset)(?: ?(?:codes?|stamps?|time|tc|in|start|ms|s|fps|de|d.|du|debut|entree|\(.{0,12}\)))*$/,
  end: /^(?:(?:time|timecode|tc|temps|heure)(?: de)? )?(?:end|fin|out|sortie|stop)(?: ?(?:time|timecode|tc|ms|s|\(.{0,12}\)))*$/,
  duration: /^(?:dur\S{0,10}|length|longueur)(?: ?(?:time|ms|s|\(.{0,12}\)))*$/,
  speaker:
    /^(?:(?:noms?|names?)(?: d.{1,20})?|(?:speaker|locut(?:eur|rice)|intervenante?|orat(?:eur|rice)|personne|personnage|participante?|character|voix|qui|who)s?(?: (?:names?|labels?|id))?)$/,
  text: /^(?:textes?|text|transcripts?|transcriptions?|dialogues?|contenu|content|phrases?|sentences?|captions?|subtitles?|sous-titres?|paroles?|body|repliques?|propos)(?: (?:text|texte|d.{1,20}))?$/,
}
type Columns = Partial<Record<keyof typeof TITLES, number>>
type Table = { text: string; delimiter: string; columns: Columns; titles: string[] }

/** Lines that may stand before the titles. */
const MAX_LEAD = 5
/** A row; a quotation mark that is never closed makes one of all that follows. */
const MAX_ROW = 100_000

/**
 * A table of what is said, whose titles say which column is what, or in which two times stand before the text. None for what is no
 * table.
 */
export function readTableText(text: string): FoundText | undefined {
  const { line: told, sign: given } = toldDelimiter(text)
  const table = text.slice(told.length)
  const head = table.slice(0, 20_000).split("\n", 20)
  let at = 0
  for (const line of head.slice(0, MAX_LEAD)) {
    const delimiter = given ?? guessDelimiter(line)
    const titles = cellsOf(line, delimiter)
    const columns = findTitles(titles, TITLES)
    if (columns.text !== undefined && (columns.start ?? columns.speaker) !== undefined)
      return readRows({ text: table.slice(at + line.length + 1), delimiter, columns, titles })
    at += line.length + 1
  }
  const first = head.find((line) => line.trim() !== "") ?? ""
  const delimiter = given ?? guessDelimiter(first)
  const columns = columnsOf(cellsOf(first, delimiter), delimiter)
  if (columns) return readRows({ text: table, delimiter, columns, titles: [] })
  return given || looksLikeTable(head)
    ? refuse("Ce tableau n’a pas de titres qui disent dans quelle colonne est le texte.")
    : undefined
}

/** Of a first line, or of one that only tells whether there is a table. */
const cellsOf = (line: string, delimiter: string) =>
  line
    .slice(0, 2_000)
    .split(delimiter)
    .map((cell) => cell.trim().replace(/^"|"$/g, ""))

/** Without titles (Audacity's labels): « 1,2 » in a sentence are no times. */
function columnsOf(cells: string[], delimiter: string): Columns | undefined {
  const isTime = (cell = "") =>
    readTime(cell) !== undefined && (delimiter === "\t" || /^\d{1,3}[:;]\d/.test(cell))
  const last = cells.length - 1
  const isSaid = /\p{L}/u.test(cells.slice(2).join(""))
  if (last === 2 && delimiter !== "," && isTime(cells[0]) && !isTime(cells[1]) && isSaid)
    return { start: 0, speaker: 1, text: 2 }
  if (last < 2 || !isTime(cells[0]) || !isTime(cells[1]) || !isSaid) return undefined
  return last === 3 && cells[2] ? { start: 0, end: 1, speaker: 2, text: 3 } : { start: 0, end: 1, text: 2 }
}

/** No text has as many semicolons, tabulations or closed quotations in one line as in the next. */
function looksLikeTable(head: string[]) {
  const [first = "", ...others] = head.filter((line) => line.trim() !== "").slice(0, 4)
  const count = (line: string, sign: string) => line.split(sign).length - 1
  return [";", "\t", "|", '","'].some(
    (sign) =>
      count(first, sign) >= (sign === '","' ? 1 : 2) &&
      others.length > 0 &&
      others.every((line) => count(line, sign) === count(first, sign)),
  )
}

function readRows({ text, delimiter, columns, titles }: Table): FoundText {
  const rows = parseRows(text, delimiter)
  if (!rows) return refuse("Dans ce tableau, un guillemet s’ouvre et ne se referme pas.")
  const cell = (row: string[], at: number | undefined) => (at === undefined ? "" : (row[at] ?? "").trim())
  const frameRate = rateOf(titles, rows, columns)
  const isMs = titles.map((title) => /\bms\b|millis/.test(simplify(title)))
  const time = (row: string[], at: number | undefined) => {
    const typed = cell(row, at)
    return (
      readTime(isMs[at ?? -1] && /^\d+$/.test(typed) ? `${typed}ms` : typed, {
        frameRate: frameRate ?? FRAME_RATE,
      }) ?? null
    )
  }
  const cues = rows.map((row): FoundCue => {
    const start = time(row, columns.start)
    const length = time(row, columns.duration)
    const end = time(row, columns.end) ?? (start !== null && length !== null ? start + length : null)
    return { start, end, speaker: speakerOf(cell(row, columns.speaker)), text: cell(row, columns.text) }
  })
  return { cues: inSeconds(cues), notes: frameRate === undefined ? [] : [framesNote(frameRate)] }
}

function parseRows(text: string, delimiter: string) {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: "\n",
      to: MAX_FOUND_CUES,
      max_record_size: MAX_ROW,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED") return undefined
    throw error
  }
}

const FRAMES = /^\d{1,2}[:;]\d{2}[:;]\d{2}[:;](\d{2,3})$/

/** Of a table whose times end with frames: what its titles say, else the least usual one that has so many. */
function rateOf(titles: string[], rows: string[][], { start = -1, end = -1 }: Columns) {
  const [, told] =
    /(\d{2}(?:[.,]\d{1,3})?) ?(?:fps|ips|i\/s|im\/s|images)/i.exec(titles.join(" ").slice(0, 1_000)) ?? []
  let most = -1
  for (const row of rows)
    for (const time of [row[start], row[end]])
      most = Math.max(most, Number(FRAMES.exec((time ?? "").trim())?.[1] ?? -1))
  if (most === -1) return undefined
  if (told !== undefined) return Number(told.replace(",", "."))
  return most < FRAME_RATE ? FRAME_RATE : most < 30 ? 30 : 60
}
