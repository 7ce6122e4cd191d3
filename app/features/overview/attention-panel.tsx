import { Link } from "react-router"
import { Icon, type IconName } from "#app/ui/icon.tsx"
import { Panel } from "#app/ui/panel.tsx"
import type { Attention } from "./attention.ts"

type Props = {
  items: Attention[]
  /** What could not be looked at. */
  unknown: string[]
  /** Something is said above the page already. */
  isOwing: boolean
}

const SIGNS: Record<Attention["state"], { icon: IconName; label: string }> = {
  fix: { icon: "triangle-alert", label: "À corriger" },
  look: { icon: "circle-alert", label: "À voir" },
  todo: { icon: "inbox", label: "À traiter" },
}

/** What waits for somebody or is broken, each with the way there; calm where nothing does. */
export function AttentionPanel({ items, unknown, isOwing }: Props) {
  const isCalm = items.length === 0 && unknown.length === 0
  return (
    <Panel title="À traiter" className="overview-wide">
      {isCalm && (
        <p className="flex items-center gap-3">
          <Icon name="circle-check" className="size-5 flex-none" />
          {isOwing ? "Rien d’autre n’attend." : "Rien n’attend, tout va bien."}
        </p>
      )}
      {unknown.length > 0 && (
        <p role="alert" className="office-alert font-semibold text-blood-dark">
          Impossible de vérifier{"\u00a0"}: {unknown.join(", ")}. Rechargez la page dans un instant.
        </p>
      )}
      <ul className="overview-rows">
        {items.map(({ state, text, to }) => (
          <li key={text}>
            <Link to={to} className="overview-link flex items-center gap-3">
              <span className="health-state" data-state={state}>
                <Icon name={SIGNS[state].icon} />
                {SIGNS[state].label}
              </span>{" "}
              <span className="min-w-0 flex-1 break-words">{text}</span>
              <Icon name="chevron-right" className="flex-none" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
