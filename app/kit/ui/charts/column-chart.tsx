import { ChartFrame, type Series, type Step } from "./chart-frame.tsx"
import { columnPath, niceTicks, scaleOf } from "./scale.ts"

const HEIGHT = 130

type Props = {
  summary: string
  steps: readonly Step[]
  up: Series
  /** What is counted against it: hollow, below the floor. */
  down?: Series
}

/** A column for each step. */
export function ColumnChart({ summary, steps, up, down }: Props) {
  const highest = ({ values }: Series) =>
    values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  const ticks = niceTicks(highest(up), down && -highest(down))
  const y = scaleOf(ticks, HEIGHT)
  const below = (value: number) => y(-value)
  return (
    <ChartFrame
      {...{ summary, steps, ticks }}
      series={down ? [up, down] : [up]}
      height={HEIGHT}
      drawnAt={(value, index) => (index === 0 ? y(value) : below(value))}
      legend={
        <>
          <Sample label={up.label} />
          {down && <Sample label={down.label} isHollow />}
        </>
      }
    >
      <path d={columnPath(up.values, steps.length, y)} className="chart-column" />
      {down && <path d={columnPath(down.values, steps.length, below)} className="chart-column" data-hollow />}
    </ChartFrame>
  )
}

/** Full or hollow, so that no colour has to be told from another. */
function Sample({ label, isHollow = false }: { label: string; isHollow?: boolean }) {
  return (
    <span>
      <svg className="chart-sample" width={12} height={12} aria-hidden>
        <path d="M2 2h8v8h-8z" className="chart-column" data-hollow={isHollow || undefined} />
      </svg>
      {label}
    </span>
  )
}
