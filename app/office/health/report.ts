import { STATE_LABELS } from "#app/kit/ui/check-state.ts"
import type { Check } from "./check.ts"

/** What one sends to who helps, as plain text: no secrets, nobody's address. */
export function writeReport(checks: Check[], at: Date) {
  return [
    `État du site au ${at.toISOString()}`,
    ...checks.map(({ title, state, summary, onServer, facts }) =>
      [
        `[${STATE_LABELS[state]}] ${title} : ${summary}`,
        ...(onServer ? [`  ${onServer}`] : []),
        ...facts.flatMap(({ label, value, isPrivate }) => (isPrivate ? [] : [`  ${label} : ${value}`])),
      ].join("\n"),
    ),
  ]
    .join("\n\n")
    .replaceAll(/[\u00a0\u202f]/g, " ")
}
