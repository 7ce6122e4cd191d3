import type { LetterState } from "#app/kit/lib/letters.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { STATE_LABELS } from "./letters.copy.ts"

const VARIANTS = {
  draft: "outline",
  scheduled: "secondary",
  sending: "secondary",
  paused: "secondary",
  sent: "default",
  stopped: "outline",
} as const satisfies Record<LetterState, string>

type Props = { state: LetterState; /** When it is to leave. */ scheduledFor?: string }

/** « Brouillon », or « Programmée pour le 3 décembre 2026 à 08:00 ». */
export function LetterBadge({ state, scheduledFor }: Props) {
  return (
    <>
      <Badge variant={VARIANTS[state]}>{STATE_LABELS[state]}</Badge>
      {scheduledFor && <span className="text-sm text-paper-ink"> pour le {scheduledFor}</span>}
    </>
  )
}
