import type { Segment } from "./highlight.ts"

/** A text with what was searched for marked in it. */
export function MarkedText({ segments }: { segments: Segment[] }) {
  return segments.map(({ text, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="found">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
