/**
 * The known word that somebody most probably meant: few letters away, and of those that are equally near the most frequent.
 *
 * @param known words and in how many documents they are
 */
export function nearest(typed: string, known: [word: string, documents: number][]) {
  const most = typed.length <= 4 ? 1 : 2
  const near = known
    .map(([word, documents]) => ({ word, documents, distance: distanceOf(typed, word) }))
    .filter(({ word, distance }) => distance > 0 && distance <= most && word.length > 1)
  const [best] = near.toSorted((a, b) => a.distance - b.distance || b.documents - a.documents)
  return best?.word
}

/** How many letters are to be added, left out, changed or exchanged with their neighbour (optimal string alignment). */
export function distanceOf(one: string, other: string) {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 0
}
