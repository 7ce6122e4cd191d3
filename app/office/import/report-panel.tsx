import { Link } from "react-router"
import { IMPORTED_TARGETS, type ImportedTarget, type ImportReport } from "#app/kit/lib/imports.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import {
  describeCopies,
  describeLines,
  describeUndone,
  REPORT_COLUMNS,
  TARGETS_SAID,
} from "./imports.copy.ts"

/** What came of an import so far. */
export function ReportPanel({ report, hasCopies }: { report: ImportReport; hasCopies: boolean }) {
  const { targets, copies, accounts = 0, chapters = 0, lines = {}, remarks, remarkCount, undone } = report
  // What happened to nothing is no column.
  const columns = REPORT_COLUMNS.filter(([name]) =>
    IMPORTED_TARGETS.some((target) => countOf(targets, target, name) > 0),
  )
  const rows = IMPORTED_TARGETS.filter((target) =>
    columns.some(([name]) => countOf(targets, target, name) > 0),
  )
  const isAnyLine = Object.keys(lines).length > 0
  return (
    <Panel title="Ce qui a été fait">
      {undone && (
        <p role="status" className="mb-4 font-semibold">
          {describeUndone(undone)}
        </p>
      )}
      {rows.length === 0 && accounts + chapters === 0 && !isAnyLine && <p>Rien n’a changé.</p>}
      {isAnyLine && (
        <p className="max-w-[75ch]">
          Repris{"\u00a0"}: {describeLines(lines).join(", ")}.
        </p>
      )}
      {rows.length > 0 && (
        <table className="office-table tabular-nums">
          <thead>
            <tr>
              <th scope="col">Contenu</th>
              {columns.map(([name, label]) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((target) => (
              <tr key={target}>
                <th scope="row">{TARGETS_SAID[target]}</th>
                {columns.map(([name, label]) => (
                  <td key={name} data-label={label}>
                    {format(countOf(targets, target, name))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {chapters > 0 && (
        <p className="mt-4">
          {chapters > 1 ? `${format(chapters)} épisodes ont` : "Un épisode a"} reçu{" "}
          {chapters > 1 ? "leurs" : "ses"} chapitres.
        </p>
      )}
      {accounts > 0 && (
        <p className="mt-4">
          {accounts > 1 ? `${format(accounts)} comptes créés. ` : "Un compte créé. "}
          <Link to="/admin/users" className="underline">
            Les voir
          </Link>
        </p>
      )}
      {copies > 0 && !undone && (
        <p className="mt-4">
          {describeCopies(copies)}
          {hasCopies ? "\u00a0: la copie est en cours. " : ". "}
          <Link to="/admin/moving" className="underline">
            {hasCopies ? "Suivre la copie" : "Les copier ici"}
          </Link>
        </p>
      )}
      {remarkCount > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center font-semibold underline">
            À vérifier ({format(remarkCount)})
          </summary>
          <ul className="divide-y divide-rule border-y border-rule">
            {remarks.map(({ title, reason }, index) => (
              <li key={index} className="py-2 wrap-anywhere">
                <p>
                  <strong>{title || "Sans titre"}</strong>
                </p>
                <p className="text-sm text-paper-ink">{reason}</p>
              </li>
            ))}
          </ul>
          {remarkCount > remarks.length && (
            <p className="mt-2 text-sm text-paper-ink">
              … et {format(remarkCount - remarks.length)} de plus.
            </p>
          )}
        </details>
      )}
    </Panel>
  )
}

const format = (number: number) => number.toLocaleString("fr-FR")

/** A report of before knows less of them. */
const countOf = (
  targets: Partial<ImportReport["targets"]>,
  target: ImportedTarget,
  name: keyof ImportReport["targets"]["post"],
) => targets[target]?.[name] ?? 0
