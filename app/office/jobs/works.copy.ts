/** More than that are not counted. */
export const MOST = 1_000

/** « 1 en cours », « plus de 1 000 en attente », « 2 en échec », as many of these as there are. */
export function sayFigures(figures: Record<"working" | "waiting" | "failed", number>, working = "en cours") {
  const say = (count: number, words: string) =>
    count > 0
      ? [`${count > MOST ? "plus de " : ""}${Math.min(count, MOST).toLocaleString("fr-FR")} ${words}`]
      : []
  return [
    ...say(figures.working, working),
    ...say(figures.waiting, "en attente"),
    ...say(figures.failed, "en échec"),
  ]
}
