import type { Span } from "./growth.server.ts"
import { nameSpan, type Period } from "./periods.ts"

const [WIDTH, HEIGHT, GAP] = [720, 260, 24]
/** Above it the total, below it who came and left. */
const FLOOR = 150
const MIDDLE = 206
const HALF = 40

type Props = { spans: Span[]; period: Period }

/** How the list grew: a line for the total, below it a bar up for who came and one down for who left. The table says the same. */
export function GrowthChart({ spans, period }: Props) {
  const most = Math.max(1, ...spans.map(({ total }) => total))
  const busiest = Math.max(1, ...spans.flatMap(({ joined, gone }) => [joined, gone]))
  const step = WIDTH / Math.max(1, spans.length)
  const x = (index: number) => (index + 0.5) * step
  const y = (total: number) => FLOOR - (total / most) * (FLOOR - GAP)
  const line = spans.map(({ total }, index) => `${round(x(index))},${round(y(total))}`).join(" ")
  const last = spans.at(-1)
  const first = spans[0]
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`De ${first?.total ?? 0} à ${last?.total ?? 0} abonnés confirmés ; les nombres sont dans le tableau.`}
        className="h-auto w-full text-ink"
      >
        <line x1={0} x2={WIDTH} y1={FLOOR} y2={FLOOR} stroke="var(--color-rule)" />
        <line x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} stroke="var(--color-rule)" />
        <polygon
          points={`${round(x(0))},${FLOOR} ${line} ${round(x(spans.length - 1))},${FLOOR}`}
          fill="currentColor"
          opacity={0.08}
        />
        <polyline points={line} fill="none" stroke="currentColor" strokeWidth={2.5} strokeLinejoin="round" />
        {spans.map(({ start, joined, gone, total }, index) => (
          <g key={start}>
            <title>{`${nameSpan(period, start)} : +${joined}, −${gone}, ${total} en tout`}</title>
            <rect x={index * step} y={0} width={step} height={HEIGHT} fill="transparent" />
            <Bar at={x(index)} width={step} from={MIDDLE - (joined / busiest) * HALF} to={MIDDLE} isFull />
            <Bar at={x(index)} width={step} from={MIDDLE} to={MIDDLE + (gone / busiest) * HALF} />
          </g>
        ))}
      </svg>
      <figcaption className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-paper-ink">
        <span>Ligne : abonnés confirmés (au plus {most.toLocaleString("fr-FR")})</span>
        <span>Vers le haut : arrivées</span>
        <span>Vers le bas, en creux : départs</span>
      </figcaption>
    </figure>
  )
}

type BarProps = { at: number; width: number; from: number; to: number; isFull?: boolean }

/** Full or hollow, so that no colour has to be told from another. */
function Bar({ at, width, from, to, isFull = false }: BarProps) {
  if (to - from < 0.5) return null
  const wide = Math.max(2, width * 0.6)
  return (
    <rect
      x={round(at - wide / 2)}
      y={round(from)}
      width={round(wide)}
      height={round(to - from)}
      fill={isFull ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={1.5}
    />
  )
}

const round = (value: number) => Math.round(value * 10) / 10
