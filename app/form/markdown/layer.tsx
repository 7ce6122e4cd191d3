import { memo, useDeferredValue, useMemo } from "react"
import { highlight, type Line } from "./highlight.ts"

/** A longer text is written without: drawing it would hold up who types. */
export const MAX_DRAWN = 30_000

/** The text again, under the textarea, whose own letters are then not seen: with what its signs do. */
export function Layer({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  const lines = useMemo(() => highlight(shown), [shown])
  return (
    <div aria-hidden="true" className="control md-layer">
      <div>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Lines have no name but their place.
          <DrawnLine key={index} line={line} />
        ))}
      </div>
    </div>
  )
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
