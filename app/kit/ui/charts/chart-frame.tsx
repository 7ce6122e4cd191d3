import { ChartPointer } from "./chart-pointer.tsx"
import {
  groupsOf,
  middleOf,
  namedSteps,
  peakOf,
  percent,
  scaleOf,
  shorten,
  spell,
  type Values,
  WIDTH,
} from "./scale.ts"

/** Some time, or some part: its name, and a short one for below the axis. */
export type Step = { name: string; short: string }
export type Series = { label: string; values: Values }
/** What happened at some steps. */
export type Marks = { label: string; points: readonly { at: number; title: string }[] }

/** More of them, and lines from top to floor would hide the curves, and signs each other. */
const MOST_LINES = 40
/** Of marks: pointing down, or narrow where there are many. */
const signOf = ({ points }: Marks) => (points.length > MOST_LINES ? "M-1-10h2v8h-2z" : "M-5-10h10l-5 8z")

type Props = {
  /** What the chart shows, in a sentence. */
  summary: string
  steps: readonly Step[]
  series: readonly Series[]
  ticks: readonly number[]
  height: number
  /** Where a value of the series with this index is drawn. */
  drawnAt: (value: number, index: number) => number
  marks?: Marks
  /** Told of a step besides the series. */
  alsoTold?: (at: number) => string[]
  legend: React.ReactNode
  /** Drawn in a box that is stretched, `WIDTH` wide. */
  children: React.ReactNode
  /** Drawn over it, not stretched. */
  over?: React.ReactNode
  /** Beside the curves, as text of the page. */
  beside?: React.ReactNode
}

/**
 * Axes, names and marks around what a chart draws. The drawing is stretched to the room there is; texts and dots stand at shares
 * of it, and are as large on every screen.
 */
export function ChartFrame(props: Props) {
  const { summary, steps, series, ticks, height, drawnAt, marks, alsoTold, legend, children, over, beside } =
    props
  const y = scaleOf(ticks, height)
  const count = steps.length
  const tell = (at: number) => [
    steps[at]?.name ?? "",
    ...series.flatMap(({ label, values }) => (at < values.length ? `${label} : ${spell(values[at])}` : [])),
    ...(alsoTold?.(at) ?? []),
    ...(marks?.points.flatMap((mark) => (mark.at === at ? mark.title : [])) ?? []),
  ]
  const dots = (at: number) =>
    series.flatMap(({ values }, index) => {
      const value = values[at] ?? null
      return value === null ? [] : drawnAt(value, index)
    })
  return (
    <figure className="chart">
      <figcaption className="chart-legend">
        {legend}
        {marks && (
          <span>
            <svg className="chart-sample" width={12} height={12} viewBox="-6 -12 12 12" aria-hidden>
              <path d={signOf(marks)} className="chart-mark" />
            </svg>
            {marks.label}
          </span>
        )}
      </figcaption>
      <ChartPointer
        count={count}
        label={`Parcourir : ${series.map(({ label }) => label).join(", ")}`}
        tell={tell}
        dots={dots}
      >
        <svg role="img" aria-label={summary} className="chart-drawing" height={height}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x2="100%"
                y1={y(tick)}
                y2={y(tick)}
                className={tick === 0 ? "chart-floor" : "chart-line"}
              />
              <text x={-8} y={y(tick)} dy=".35em" textAnchor="end">
                {shorten(Math.abs(tick))}
              </text>
            </g>
          ))}
          <Names steps={steps} height={height} />
          {marks && <MarkLines marks={marks} count={count} height={height} />}
          <svg
            width="100%"
            height={height}
            viewBox={`0 0 ${WIDTH} ${height}`}
            preserveAspectRatio="none"
            overflow="visible"
          >
            {children}
          </svg>
          {over}
          <g className="chart-areas">
            {groupsOf(count).map((group) => (
              <rect
                key={group.from}
                x={percent(group.from / count)}
                width={percent((group.to - group.from) / count)}
                height={height}
              >
                <title>{tell(peakOf(series[0]?.values ?? [], group)).join("\n")}</title>
              </rect>
            ))}
          </g>
          {marks && <MarkSigns marks={marks} count={count} />}
        </svg>
        {beside}
      </ChartPointer>
    </figure>
  )
}

function Names({ steps, height }: { steps: readonly Step[]; height: number }) {
  const named = namedSteps(steps.map(({ short }) => short))
  const isEach = named.length === steps.length
  return named.map((at, index) => (
    <text
      key={at}
      x={percent(middleOf(at, steps.length))}
      y={height}
      dy="1.6em"
      textAnchor={
        isEach || (index > 0 && index < named.length - 1) ? "middle" : index === 0 ? "start" : "end"
      }
      className={index % 2 === 1 ? "chart-second" : undefined}
    >
      {steps[at]?.short}
    </text>
  ))
}

type MarkProps = { marks: Marks; count: number; height: number }

function MarkLines({ marks: { points }, count, height }: MarkProps) {
  if (points.length > MOST_LINES) return null
  return points.map(({ at, title }) => {
    const x = percent(middleOf(at, count))
    return <line key={`${at} ${title}`} x1={x} x2={x} y2={height} className="chart-mark-line" />
  })
}

function MarkSigns({ marks, count }: Omit<MarkProps, "height">) {
  return marks.points.map(({ at, title }) => (
    <svg key={`${at} ${title}`} x={percent(middleOf(at, count))} overflow="visible">
      <path d={signOf(marks)} className="chart-mark">
        <title>{title}</title>
      </path>
    </svg>
  ))
}
