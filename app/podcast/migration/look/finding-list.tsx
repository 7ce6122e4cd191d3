import { Link } from "react-router"
import { StateMark } from "#app/kit/ui/state-mark.tsx"
import type { Finding } from "./feed-findings.ts"

/** What was found out about a feed or a site; said to those who do not see it appear. */
export function FindingList({ findings }: { findings: Finding[] }) {
  return (
    <ul className="mt-4 grid gap-3">
      {findings.map(({ state, title, advice, paths }) => (
        <li key={title} className="grid gap-1 border-t border-rule pt-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StateMark state={state} />
            <strong className="min-w-0 break-words">{title}</strong>
          </p>
          {advice && <p className="break-words">{advice}</p>}
          {paths && <PathList {...paths} />}
        </li>
      ))}
    </ul>
  )
}

function PathList({ count, first }: NonNullable<Finding["paths"]>) {
  const which = count > 1 ? "Voir lesquelles" : "Voir laquelle"
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold underline">
        {count > first.length ? `Voir les ${first.length} premières` : which}
      </summary>
      <ul className="divide-y divide-rule border-y border-rule">
        {first.map(({ path, to }) => (
          <li key={path} className="min-h-11 content-center break-all">
            {to ? (
              <Link to={to} className="underline">
                {path}
                <span className="sr-only">&nbsp;: ajouter une redirection</span>
              </Link>
            ) : (
              path
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
