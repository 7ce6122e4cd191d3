import { pipeline, Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { toDay } from "#app/kit/lib/dates.ts"
import { log } from "#app/kit/lib/log.server.ts"

type Cell = string | number | Date | null | undefined

/** The columns of a table, by what stands above them; a date is written as its day. */
export type CsvColumns<Row> = Record<string, Column<Row>["of"]>
/** A method: by that the columns of each type are those of some type (managed-type.server.ts). */
type Column<Row> = { of(row: Row): Cell }

/** Of any table that leaves: what would be run as a formula is text. */
export const CSV = {
  record_delimiter: "windows",
  escape_formulas: true,
  // Unquoted, a line end in a text would begin a row, and its second line might be a formula.
  quoted_match: /[\r\n]/,
} as const

/**
 * A table for spreadsheets, sent as it is read: with the byte-order mark and the semicolons that French ones expect.
 *
 * @param name of the file, without its day and its ending: ASCII
 */
export function respondWithCsv<Row>(name: string, columns: CsvColumns<Row>, rows: AsyncIterable<Row>) {
  const csv = stringify({
    ...CSV,
    header: true,
    columns: Object.keys(columns),
    cast: { date: toDay },
    bom: true,
    delimiter: ";",
  })
  pipeline(Readable.from(cellsOf(columns, rows)), csv, (error) => {
    // Whoever stops reading is no failure.
    if (error && error.code !== "ERR_STREAM_PREMATURE_CLOSE") log.error(error, `table not sent: ${name}`)
  })
  return new Response(Readable.toWeb(csv) as ReadableStream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${toDay(new Date())}.csv"`,
    },
  })
}

async function* cellsOf<Row>(columns: CsvColumns<Row>, rows: AsyncIterable<Row>) {
  for await (const row of rows) yield Object.values(columns).map((cellOf) => cellOf(row))
}
