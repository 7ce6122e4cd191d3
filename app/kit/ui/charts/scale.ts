/** As wide as every drawing is to itself, whatever the screen makes of it. */
export const WIDTH = 1_000
/** As many groups of steps are drawn at most: more than that cannot be told apart on a screen. */
const MOST_GROUPS = 400

/** What was measured at each step of the axis; null where nothing is known. */
export type Values = readonly (number | null)[]
export type Point = { at: number; value: number }
type Group = { from: number; to: number }

/** Three or four round numbers with zero among them, the outermost around all values; whole, as counts are. */
export function niceTicks(high: number, low = 0) {
  const rough = Math.max(1, (high - low) / (low < 0 ? 4 : 3))
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5].find((each) => each * power >= rough && Number.isInteger(each * power)) ?? 10
  const step = factor * power
  const first = Math.floor(low / step)
  const last = Math.max(1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** Where a value stands between the outermost ticks, in pixels from the top. */
export function scaleOf(ticks: readonly number[], height: number) {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  return (value: number) => round(((high - value) / (high - low)) * height)
}

/** The middle of a step, from 0 to 1. */
export const middleOf = (at: number, count: number) => (at + 0.5) / count

export const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** The steps of an axis, some together where there are too many to draw each. */
export function groupsOf(count: number): Group[] {
  const size = Math.max(1, Math.ceil(count / MOST_GROUPS))
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    from: index * size,
    to: Math.min(count, (index + 1) * size),
  }))
}

/** The step of a group that has the highest value, the first of all where nothing is known. */
export function peakOf(values: Values, { from, to }: Group) {
  const points = pointsOf(values, from, to)
  return points.reduce(
    (peak, point) => (point.value > peak.value ? point : peak),
    points[0] ?? { at: from, value: 0 },
  ).at
}

/** What a line is drawn through, broken where nothing is known: of each group its lowest and its highest value. */
export function piecesOf(values: Values, count: number) {
  const pieces: Point[][] = []
  let piece: Point[] = []
  for (const { from, to } of groupsOf(count)) {
    const points = pointsOf(values, from, to).toSorted((one, other) => one.value - other.value)
    const [lowest, highest] = [points[0], points.at(-1)]
    if (!lowest || !highest) piece = []
    else {
      if (piece.length === 0) pieces.push(piece)
      piece.push(
        ...(lowest === highest ? [lowest] : [lowest, highest].toSorted((one, other) => one.at - other.at)),
      )
    }
  }
  return pieces
}

/** Of an SVG path. */
export function linePath(pieces: readonly Point[][], count: number, y: (value: number) => number) {
  return pieces.map((piece) => `M${coordinates(piece, count, y)}`).join("")
}

/** What lies between a line and the floor. */
export function areaPath(pieces: readonly Point[][], count: number, y: (value: number) => number) {
  return pieces
    .map((piece) => `M${coordinates(piece, count, y)}V${y(0)}H${x(piece[0]?.at ?? 0, count)}Z`)
    .join("")
}

/** What lies between two lines, where both are known. */
export function bandPath(low: Values, high: Values, count: number, y: (value: number) => number) {
  const isKnown = (at: number) => (low[at] ?? null) !== null && (high[at] ?? null) !== null
  const known = (values: Values) => values.map((value, at) => (isKnown(at) ? value : null))
  const floors = piecesOf(known(low), count)
  return piecesOf(known(high), count)
    .map((piece, index) => {
      const back = (floors[index] ?? []).toReversed()
      return `M${coordinates(piece, count, y)} ${coordinates(back, count, y)}Z`
    })
    .join("")
}

/** A column for each step, or for the highest of each group, from the floor to its value, all of them in one path. */
export function columnPath(values: Values, count: number, y: (value: number) => number) {
  return groupsOf(count)
    .map((group) => {
      const value = values[peakOf(values, group)]
      const width = ((group.to - group.from) / count) * WIDTH
      const left = round((group.from / count) * WIDTH + width * 0.2)
      return value ? `M${left} ${y(0)}V${y(value)}h${round(width * 0.6)}V${y(0)}Z` : ""
    })
    .join("")
}

/** Which steps are named below an axis: all, or some at equal distances, as their names have room. */
export function namedSteps(names: readonly string[]) {
  const longest = Math.max(1, ...names.map(({ length }) => length))
  const room = Math.floor(72 / (longest + 2))
  if (names.length <= room) return names.map((_, at) => at)
  const last = names.length - 1
  // An odd number: where there is half the room, every second is left with both ends.
  let intervals = Math.max(2, Math.min(6, room - 1) & ~1)
  // Of few steps, one more or less between two names is seen.
  while (intervals > 2 && last % intervals > 0 && last / intervals < 4) intervals -= 2
  return Array.from({ length: intervals + 1 }, (_, index) => Math.round((index * last) / intervals))
}

function pointsOf(values: Values, from: number, to: number): Point[] {
  return values.slice(from, to).flatMap((value, index) => (value === null ? [] : { at: from + index, value }))
}

function coordinates(points: readonly Point[], count: number, y: (value: number) => number) {
  return points.map(({ at, value }) => `${x(at, count)} ${y(value)}`).join(" ")
}

const x = (at: number, count: number) => round(middleOf(at, count) * WIDTH)

function round(value: number) {
  return Math.round(value * 10) / 10
}

const compact = new Intl.NumberFormat("fr-FR", { notation: "compact", maximumFractionDigits: 1 })

/** « 1,2 M »: for axes. */
export const shorten = (value: number) => compact.format(value)

/** « 1 234 567 » */
export const spell = (value: number | null | undefined) => value?.toLocaleString("fr-FR") ?? "–"
