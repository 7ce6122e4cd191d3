import { Link } from "react-router"
import { Panel } from "#app/kit/ui/panel.tsx"
import { describeTaken } from "./identity/identity.ts"
import type { SkippedItem } from "./feeds.schema.ts"
import { describeResult } from "./feeds.copy.ts"
import type { ImportMessage } from "./feeds.schema.ts"

type Report = Extract<ImportMessage, { report: unknown }>["report"]

/** What was done. */
export function ReportPanel({ report }: { report: Report }) {
  return (
    <Panel title="Import terminé">
      <div className="grid gap-5">
        <p className="font-semibold">{describeResult(report)}</p>
        {report.identity && <p className="break-words">{describeTaken(report.identity)}</p>}
        <p>
          <Link to="/admin/episodes" className="underline">
            Voir les épisodes
          </Link>
        </p>
        <ItemList title="À vérifier" items={report.remarks} total={report.remarkCount} />
        <ItemList title="Éléments ignorés" items={report.skipped} total={report.skippedCount} />
      </div>
    </Panel>
  )
}

type ItemListProps = { title: string; items: SkippedItem[]; total: number }

/** What is to be known of single items of the feed. */
export function ItemList({ title: heading, items, total }: ItemListProps) {
  if (items.length === 0) return null
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold underline">
        {heading} ({total.toLocaleString("fr-FR")})
      </summary>
      <ul className="divide-y divide-rule border-y border-rule">
        {items.map(({ position, title, reason }, index) => (
          <li key={index} className="py-2 break-words">
            <p>
              {position > 0 && `N° ${position} · `}
              <strong>{title || "Sans titre"}</strong>
            </p>
            <p className="text-sm text-paper-ink">{reason}</p>
          </li>
        ))}
      </ul>
      <Rest count={total - items.length} />
    </details>
  )
}

function Rest({ count }: { count: number }) {
  if (count <= 0) return null
  return <p className="mt-2 text-sm text-paper-ink">… et {count.toLocaleString("fr-FR")} de plus.</p>
}
