import { Link } from "react-router"
import { Panel } from "#app/ui/panel.tsx"
import type { SkippedItem } from "./feed-item.ts"
import { describePlan, describeResult } from "./feeds.copy.ts"
import type { ImportChange, ImportMessage } from "./feeds.schema.ts"

type Preview = Extract<ImportMessage, { preview: unknown }>["preview"]
type Report = Extract<ImportMessage, { report: unknown }>["report"]

/** What would change, and the two ways on. */
export function PreviewPanel({
  preview,
  onRun,
  onCancel,
}: {
  preview: Preview
  onRun: () => void
  onCancel: () => void
}) {
  const total = preview.created + preview.updated
  return (
    <Panel title="Ce qui changerait">
      <div className="grid gap-5">
        <p className="font-semibold">{describePlan(preview)}</p>
        {preview.lack && <p className="font-semibold text-blood-dark">{preview.lack}</p>}
        <div className="flex flex-wrap gap-3">
          {total > 0 && (
            <button type="button" className="office-button office-button-main" onClick={onRun}>
              Lancer l’import
            </button>
          )}
          <button type="button" className="office-button" onClick={onCancel}>
            Annuler
          </button>
        </div>
        {total === 0 && preview.unchanged > 0 && <p>Le site est à jour&#x202f;: il n’y a rien à importer.</p>}
        <ChangeList changes={preview.changes} total={total} />
        <SkippedList skipped={preview.skipped} total={preview.skippedCount} />
      </div>
    </Panel>
  )
}

/** What was done. */
export function ReportPanel({ report }: { report: Report }) {
  return (
    <Panel title="Import terminé">
      <div className="grid gap-5">
        <p className="font-semibold">{describeResult(report)}</p>
        <p>
          <Link to="/admin/episodes" className="underline">
            Voir les épisodes
          </Link>
        </p>
        <SkippedList skipped={report.skipped} total={report.skippedCount} />
      </div>
    </Panel>
  )
}

function ChangeList({ changes, total }: { changes: ImportChange[]; total: number }) {
  if (changes.length === 0) return null
  return (
    <section aria-label="Changements">
      <ul className="divide-y divide-rule border-y border-rule">
        {changes.map(({ kind, title, guest, fields }, index) => (
          <li key={index} className="py-2 break-words">
            <p>
              <strong>{title}</strong>
              {guest && ` · ${guest}`}
            </p>
            <p className="text-sm text-paper-ink">
              {kind === "create" ? "Nouvel épisode" : `Mise à jour\u202f: ${fields.join(", ")}`}
            </p>
          </li>
        ))}
      </ul>
      <Rest count={total - changes.length} />
    </section>
  )
}

function SkippedList({ skipped, total }: { skipped: SkippedItem[]; total: number }) {
  if (skipped.length === 0) return null
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold underline">
        Éléments ignorés ({total.toLocaleString("fr-FR")})
      </summary>
      <ul className="divide-y divide-rule border-y border-rule">
        {skipped.map(({ position, title, reason }, index) => (
          <li key={index} className="py-2 break-words">
            <p>
              {position > 0 && `N° ${position} · `}
              <strong>{title || "Sans titre"}</strong>
            </p>
            <p className="text-sm text-paper-ink">{reason}</p>
          </li>
        ))}
      </ul>
      <Rest count={total - skipped.length} />
    </details>
  )
}

function Rest({ count }: { count: number }) {
  if (count <= 0) return null
  return <p className="mt-2 text-sm text-paper-ink">… et {count.toLocaleString("fr-FR")} de plus.</p>
}
