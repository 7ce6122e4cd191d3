import { Link } from "react-router"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Check } from "./check.ts"
import { StateMark } from "#app/kit/ui/state-mark.tsx"

type Props = Check & { link?: { to: string; label: string } }

/** One part of the site: how it is, what to do, and what was found. */
export function CheckPanel({ id, title, state, summary, advice, facts, link }: Props) {
  return (
    <Panel id={id} title={title} aside={<StateMark state={state} />}>
      <p className="break-words">{summary}</p>
      {advice && (
        <p className="mt-2 break-words">
          <strong>À faire{"\u00a0"}:</strong> {advice}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="health-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {link && (
        <Link to={link.to} className="office-button mt-4">
          {link.label}
        </Link>
      )}
    </Panel>
  )
}
