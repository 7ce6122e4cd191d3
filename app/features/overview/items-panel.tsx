import { Link } from "react-router"
import { FailureNotice } from "#app/ui/failure-notice.tsx"
import { Panel } from "#app/ui/panel.tsx"

type Item = { key: string; title: string; to: string; details: string }

type Props = { title: string; items: Item[]; failure: string | undefined; emptyText: string }

/** Contents, each leading to its form. */
export function ItemsPanel({ title, items, failure, emptyText }: Props) {
  return (
    <Panel title={title}>
      {failure && <FailureNotice what={failure} />}
      {!failure && items.length === 0 && <p className="text-paper-ink">{emptyText}</p>}
      <ul className="overview-rows">
        {items.map(({ key, title, to, details }) => (
          <li key={key}>
            <Link to={to} className="overview-link">
              <span className="font-semibold wrap-anywhere">{title}</span>{" "}
              <span className="block text-sm text-paper-ink">{details}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
