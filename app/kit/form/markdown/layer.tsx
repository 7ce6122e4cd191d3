import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef } from "react"
import { highlight, type Line } from "./highlight.ts"

/** A longer text is written without: drawing it would hold up who types. */
export const MAX_DRAWN = 30_000

/** The text again, under the textarea, whose own letters are then not seen: with what its signs do. */
export function Layer({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  const lines = useMemo(() => highlight(shown), [shown])
  const layer = useRef<HTMLDivElement>(null)

  // It is drawn after the textarea has scrolled, and cannot scroll as far before.
  useLayoutEffect(() => followScroll(layer.current), [lines])
  useLayoutEffect(() => {
    const area = layer.current?.nextElementSibling
    const watch = new ResizeObserver(() => followScroll(layer.current))
    if (area) watch.observe(area)
    return () => watch.disconnect()
  }, [])

  return (
    <div ref={layer} aria-hidden="true" className="control md-layer">
      <div>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Lines have no name but their place.
          <DrawnLine key={index} line={line} />
        ))}
      </div>
    </div>
  )
}

/** Shows the part of the text that the textarea over it does. */
export function followScroll(layer: Element | null) {
  if (layer?.nextElementSibling) layer.scrollTop = layer.nextElementSibling.scrollTop
}

const DrawnLine = memo(
  ({ line: { style, pieces } }: { line: Line }) => (
    <div className={style && `md-${style}`}>
      {pieces.map(({ text, style: own }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- As above.
        <span key={index} className={own && `md-${own}`}>
          {text}
        </span>
      ))}
      {"\u200b"}
    </div>
  ),
  (before, after) => JSON.stringify(before.line) === JSON.stringify(after.line),
)
DrawnLine.displayName = "DrawnLine"
