import type { CheckState } from "#app/kit/ui/check-state.ts"

/** « 2 points à corriger, 1 à voir. » */
export function summarizeFeed(findings: { state: CheckState }[]) {
  const fix = findings.filter(({ state }) => state === "fix").length
  const look = findings.length - fix
  const points = (count: number) => `${count} point${count > 1 ? "s" : ""}`
  if (fix > 0) return `${points(fix)} à corriger${look > 0 ? `, ${look} à voir` : ""}.`
  return look > 0
    ? `Les annuaires acceptent ce flux ; ${points(look)} à voir.`
    : "Les annuaires acceptent ce flux."
}

export function describeCount(count: number) {
  return count === 0
    ? "Aucun épisode dans le flux."
    : `${count.toLocaleString("fr-FR")} épisode${count > 1 ? "s" : ""} dans le flux.`
}
