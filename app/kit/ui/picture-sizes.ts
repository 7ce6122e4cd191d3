// What an `<img>` says in `sizes`, before any style is read: how wide it is shown.

const BREAKPOINTS = { sm: 40, md: 48, lg: 64, xl: 80 } as const

/** How many cards of a grid stand beside each other, from a breakpoint of the styles on; below all of them it is one. */
export type Columns = Partial<Record<keyof typeof BREAKPOINTS, 2 | 3 | 4>>

/** Of a card in a row of that many: the page's width (`.wrap`) without the gaps. */
const CARDS = { 1: "92vw", 2: "45vw", 3: "min(29.5vw, 25rem)", 4: "min(21.6vw, 18.5rem)" } as const

/** How wide a picture is that is as wide as its card. */
export function cardSizes(columns: Columns) {
  const steps = Object.entries(BREAKPOINTS).flatMap(([name, rem]) => {
    const count = columns[name as keyof Columns]
    return count ? [{ rem, count }] : []
  })
  const below = steps.map(({ rem }, index) => `(width < ${rem}rem) ${CARDS[steps[index - 1]?.count ?? 1]}`)
  return [...below, CARDS[steps.at(-1)?.count ?? 1]].join(", ")
}

/**
 * The same for a picture that fills a frame and is cut at its sides: it is wider than what is seen of it.
 *
 * @param stretch how much wider, from 1
 */
export function stretched(sizes: string, stretch: number) {
  if (stretch <= 1.01) return sizes
  const factor = Math.round(stretch * 100) / 100
  return sizes.replaceAll(
    /((?:^|, )(?:\(width < [\d.]+rem\) )?)((?:min\([^)]*\)|[^,()]+))/g,
    `$1calc(${factor} * $2)`,
  )
}
