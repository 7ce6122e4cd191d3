import { Link } from "react-router"
import { Panel } from "#app/kit/ui/panel.tsx"
import { StateMark } from "#app/kit/ui/state-mark.tsx"
import type { Finding } from "./check-feed.server.ts"

/** A rule that is not kept: who wants it, what to do, and where. */
export function FindingPanel({ id, title, state, who, advice, to, episodes }: Finding) {
  return (
    <Panel id={id} title={title} aside={<StateMark state={state} />}>
      <p className="break-words">
        <strong>À faire{"\u00a0"}:</strong> {advice}
      </p>
      <p className="mt-1 text-sm text-paper-ink">
        Demandé par{"\u00a0"}: {who}
      </p>
      {episodes && <Concerned {...episodes} />}
      {to && (
        <Link to={to.address} className="office-button mt-4">
          {to.label}
        </Link>
      )}
    </Panel>
  )
}

function Concerned({ count, first }: NonNullable<Finding["episodes"]>) {
  const further = count - first.length
  return (
    <>
      <p className="mt-3 font-semibold">
        {count.toLocaleString("fr-FR")} épisode{count > 1 ? "s" : ""}
      </p>
      <ul>
        {first.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={`/admin/episodes?edit=${id}`}
              className="inline-flex min-h-11 items-center break-words underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {further > 0 && <p className="text-sm">et {further.toLocaleString("fr-FR")} de plus</p>}
    </>
  )
}
