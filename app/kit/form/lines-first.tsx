import { useLayoutEffect, useRef, useState } from "react"
import { TextArea } from "./field.tsx"
import type { FieldProps } from "./use-field.ts"

type Props = FieldProps & {
  defaultValue: string | undefined
  rows: number
  /** What stands in its place once the page's scripts run. */
  children: (lines: string, change: (lines: string) => void) => React.ReactNode
}

/** A field that is lines of text until the page's scripts run, and goes on with what was typed before. */
export function LinesFirst({ children, ...field }: Props) {
  const [lines, setLines] = useState<string>()
  const before = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => setLines(before.current?.querySelector("textarea")?.value ?? ""), [])

  if (lines !== undefined) return children(lines, setLines)
  return (
    <div ref={before}>
      <TextArea {...field} />
    </div>
  )
}
