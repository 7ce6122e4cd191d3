/** A part of a file, its first byte and the one after its last. */
export type Span = readonly [start: number, end: number]

/** Of one listener within some seconds; the file is long heard by then, or nobody listens so. */
const MAX_SPANS = 100

/** Parts of a file as they cover it, in order, each byte once. Of more than a hundred of them the others are left out. */
export function joinSpans(spans: readonly Span[]) {
  const joined: [number, number][] = []
  for (const [start, end] of [...spans].sort((one, other) => one[0] - other[0])) {
    const last = joined.at(-1)
    if (end <= start) continue
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else if (joined.length < MAX_SPANS) joined.push([start, end])
  }
  return joined
}

/** As PostgreSQL has them: `{[0,100),[200,300)}`. */
export const writeSpans = (spans: readonly Span[]) =>
  `{${spans.map(([start, end]) => `[${start},${end})`).join(",")}}`
