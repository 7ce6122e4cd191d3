import { useRef, useState } from "react"
import { useHasScripts } from "../use-has-scripts.ts"
import { middleOf, percent } from "./scale.ts"

type Props = {
  /** How many steps the axis has. */
  count: number
  /** What is walked through. */
  label: string
  /** What is told of a step: its name, then its values. */
  tell: (at: number) => string[]
  /** Where the values of a step are drawn, in pixels from the top. */
  dots: (at: number) => number[]
  children: React.ReactNode
}

/**
 * What scripts add to a chart: the step below the pointer is told in words, or the one that a slider, which nobody sees, is moved
 * to by arrow keys. Screen readers say a slider's value by themselves.
 */
export function ChartPointer({ count, label, tell, dots, children }: Props) {
  const hasScripts = useHasScripts()
  const slider = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState<number | null>(null)
  const point = (event: React.PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const step = Math.floor(((event.clientX - left) / width) * count)
    setAt(Math.max(0, Math.min(count - 1, step)))
  }
  const [name, ...lines] = at === null ? [] : tell(at)
  const left = at === null ? "" : percent(middleOf(at, count))
  return (
    <div
      role="presentation"
      className="chart-plot"
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={(event) => event.pointerType === "mouse" && setAt(null)}
      onClick={() => slider.current?.focus()}
    >
      {children}
      {hasScripts && (
        <input
          ref={slider}
          type="range"
          className="chart-slider"
          aria-label={label}
          aria-valuetext={tell(at ?? count - 1).join(", ")}
          min={0}
          max={count - 1}
          value={at ?? count - 1}
          onChange={(event) => setAt(event.currentTarget.valueAsNumber)}
          onFocus={() => setAt((before) => before ?? count - 1)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
      )}
      {at !== null && (
        <div className="chart-told" aria-hidden>
          <span className="chart-hand" style={{ left }} />
          {[...new Set(dots(at))].map((top) => (
            <span key={top} className="chart-dot" style={{ left, top }} />
          ))}
          <p className="chart-words" style={{ left, translate: `-${left}` }}>
            <strong>{name}</strong>
            {lines.map((line) => `\n${line}`)}
          </p>
        </div>
      )}
    </div>
  )
}
