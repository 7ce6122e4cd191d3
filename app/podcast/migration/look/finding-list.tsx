import { StateMark } from "#app/kit/ui/state-mark.tsx"
import type { Finding } from "./feed-findings.ts"

/** What was found out about a feed; said to those who do not see it appear. */
export function FindingList({ findings }: { findings: Finding[] }) {
  return (
    <ul className="mt-4 grid gap-3">
      {findings.map(({ state, title, advice }) => (
        <li key={title} className="grid gap-1 border-t border-rule pt-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StateMark state={state} />
            <strong className="min-w-0 break-words">{title}</strong>
          </p>
          {advice && <p className="break-words">{advice}</p>}
        </li>
      ))}
    </ul>
  )
}
