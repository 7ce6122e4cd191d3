import { spell } from "./scale.ts"

/** As many rows can be read; more are for a program, or for another way of counting. */
const MOST_ROWS = 400

type Props = {
  /** The first is of the rows' names. */
  headers: readonly string[]
  /** Those that matter first: what is too much is left out at the end. */
  rows: readonly { name: string; cells: Cells }[]
  /** Where all of it is had as a file. */
  csv?: string
}
type Cells = readonly (number | string | null)[]

/** A chart's numbers, folded below it. */
export function ChartTable({ headers, rows, csv }: Props) {
  const shown = rows.slice(0, MOST_ROWS)
  return (
    <details className="chart-numbers">
      <summary className="min-h-11 content-center font-semibold underline">Les nombres</summary>
      {csv && (
        <a href={csv} className="underline" download>
          CSV
        </a>
      )}
      <table>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={headers[index + 1]}>{typeof cell === "string" ? cell : spell(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <p>
          {spell(shown.length)} lignes sur {spell(rows.length)}
          {csv && " ; toutes sont dans le fichier CSV"}.
        </p>
      )}
    </details>
  )
}
