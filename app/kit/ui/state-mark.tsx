import { type CheckState, STATE_LABELS } from "./check-state.ts"
import { Icon, type IconName } from "./icon.tsx"

const ICONS: Record<CheckState, IconName> = {
  good: "circle-check",
  look: "circle-alert",
  fix: "triangle-alert",
  unset: "circle-pause",
}

/** A state by its sign and in words, in that order of weight: colours only underline it. */
export function StateMark({ state }: { state: CheckState }) {
  return (
    <span className="health-state" data-state={state}>
      <Icon name={ICONS[state]} />
      {STATE_LABELS[state]}
    </span>
  )
}
