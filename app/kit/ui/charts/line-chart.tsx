import { ChartFrame, type Marks, type Series, type Step } from "./chart-frame.tsx"
import {
  areaPath,
  bandPath,
  linePath,
  middleOf,
  niceTicks,
  percent,
  piecesOf,
  scaleOf,
  spell,
  type Values,
} from "./scale.ts"

const HEIGHT = 220
/** As many can be told from another by their strokes. */
const STROKES = 5
/** A line of text. */
const NAME_HEIGHT = 18

type Band = { label: string; low: Values; high: Values }

type Props = {
  summary: string
  steps: readonly Step[]
  /** Curves with fewer values than there are steps end early. */
  series: readonly Series[]
  /** What is usual, behind the curves. */
  band?: Band
  marks?: Marks
}

/** One curve or several, from zero, over steps of the same length; of a single step its numbers in words. */
export function LineChart({ summary, steps, series, band, marks }: Props) {
  const count = steps.length
  const [first] = steps
  if (first && count === 1) return <OneStep name={first.name} series={series} />
  const all = [...series.flatMap(({ values }) => values), ...(band?.high ?? [])]
  const ticks = niceTicks(all.reduce<number>((most, value) => Math.max(most, value ?? 0), 0))
  const y = scaleOf(ticks, HEIGHT)
  const curves = series.map(({ label, values }, index) => {
    const pieces = piecesOf(values, count)
    return { label, pieces, stroke: index % STROKES, last: pieces.at(-1)?.at(-1) }
  })
  const isAlone = series.length === 1 && !band
  return (
    <ChartFrame
      {...{ summary, steps, series, ticks, marks }}
      height={HEIGHT}
      drawnAt={y}
      alsoTold={band && ((at) => tellBand(band, at))}
      legend={
        <>
          {curves.map(({ label, stroke }) => (
            <span key={label}>
              <svg className="chart-sample" width={36} height={12} aria-hidden>
                <path d="M1 6h28" className="chart-curve" data-stroke={stroke} />
                <Dot x="29" y={6} stroke={stroke} />
              </svg>
              {label}
            </span>
          ))}
          {band && (
            <span>
              <span className="chart-sample chart-band-sample" />
              {band.label}
            </span>
          )}
        </>
      }
      over={curves.flatMap(({ label, pieces, stroke, last }) =>
        pieces
          .filter((piece) => piece.length === 1 || piece.at(-1) === last)
          .flatMap((piece) => piece.slice(-1))
          .map(({ at, value }) => (
            <Dot key={`${label} ${at}`} x={percent(middleOf(at, count))} y={y(value)} stroke={stroke} />
          )),
      )}
      beside={
        series.length > 1 &&
        placeNames(curves.map(({ label, last }) => ({ label, last, top: y(last?.value ?? 0) }))).map(
          ({ label, last, top }) =>
            last && (
              <span
                key={label}
                className="chart-name"
                style={{ top, left: percent(middleOf(last.at, count)) }}
                aria-hidden
              >
                {label}
              </span>
            ),
        )
      }
    >
      {band && <path d={bandPath(band.low, band.high, count, y)} className="chart-band" />}
      {isAlone &&
        curves.map(({ label, pieces }) => (
          <path key={label} d={areaPath(pieces, count, y)} className="chart-area" />
        ))}
      {curves.map(({ label, pieces, stroke }) => (
        <path key={label} d={linePath(pieces, count, y)} className="chart-curve" data-stroke={stroke} />
      ))}
    </ChartFrame>
  )
}

/** A dot alone on its axes looks like a drawing that failed. */
function OneStep({ name, series }: { name: string; series: readonly Series[] }) {
  return (
    <>
      {series.map(({ label, values }) => (
        <p key={label}>
          {label}, {name}&nbsp;: <strong>{spell(values[0])}</strong>
        </p>
      ))}
      <p className="text-sm text-paper-ink">La courbe se dessine à partir de deux points.</p>
    </>
  )
}

function tellBand({ label, low, high }: Band, at: number) {
  return (low[at] ?? null) === null ? [] : [`${label} : de ${spell(low[at])} à ${spell(high[at])}`]
}

type DotProps = { x: string; y: number; stroke: number }

/** Full or hollow in turn, so that no colour has to be told from another. */
function Dot({ x, y, stroke }: DotProps) {
  return (
    <circle
      cx={x}
      cy={y}
      r={4}
      className="chart-end"
      data-stroke={stroke}
      data-hollow={stroke % 2 === 1 || undefined}
    />
  )
}

/** From the lowest up, none over another. */
function placeNames<Name extends { top: number }>(names: Name[]) {
  let free = Infinity
  return names
    .toSorted((one, other) => other.top - one.top)
    .map((name) => {
      const top = Math.min(name.top, free)
      free = top - NAME_HEIGHT
      return { ...name, top }
    })
}
