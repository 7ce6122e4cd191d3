import { useRef, useState } from "react"
import { flushSync } from "react-dom"

/** A line with what tells it from others while it is written. */
export type LineRow<Line> = Line & { key: number }

type Kind<Line> = {
  empty: Line
  read: (line: string) => Line
  write: (line: Line) => string
  /** Where it belongs among the others; those of which that is not known go last. */
  placeOf: (line: Line) => number | undefined
}

/**
 * The rows of a field that is lines of text, and the field that sends them.
 *
 * @param text what the field holds at first
 */
export function useLineRows<Line extends object>(text: string, { empty, read, write, placeOf }: Kind<Line>) {
  const field = useRef<HTMLTextAreaElement>(null)
  const nextKey = useRef(0)
  const withKey = (line: Line): LineRow<Line> => ({ ...line, key: (nextKey.current += 1) })
  const [rows, setRows] = useState<LineRow<Line>[]>(() =>
    text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "")
      .map((line, key) => ({ ...read(line), key: -key - 1 })),
  )

  const change = (next: LineRow<Line>[]) => {
    flushSync(() => setRows(next))
    // A script's change is silent: tell the form, as typing would.
    field.current?.dispatchEvent(new Event("input", { bubbles: true }))
  }
  /** Where it belongs. @returns the row */
  const add = (line: Partial<Line> = {}) => {
    const row = withKey({ ...empty, ...line })
    const place = placeOf(row)
    const later = rows.findIndex((one) => place !== undefined && (placeOf(one) ?? -1) > place)
    change(rows.toSpliced(later === -1 ? rows.length : later, 0, row))
    return row
  }

  return {
    rows,
    field,
    /** Rows in which nothing stands are none. */
    value: rows.map(write).filter(Boolean).join("\n"),
    add,
    /** Those at places where there is none yet. @returns how many */
    addAll(lines: readonly Line[]) {
      const known = new Set(rows.map(placeOf))
      const fresh = lines.filter((line) => !known.has(placeOf(line))).map(withKey)
      const filled = rows.filter((row) => write(row) !== "")
      if (fresh.length > 0) change([...filled, ...fresh].toSorted(byPlace))
      return fresh.length
    },
    edit: (key: number, line: Partial<Line>) =>
      change(rows.map((row) => (row.key === key ? { ...row, ...line } : row))),
    remove: (key: number) => change(rows.filter((row) => row.key !== key)),
    /** As they were. */
    restore: change,
  }

  function byPlace(a: Line, b: Line) {
    return (placeOf(a) ?? Infinity) - (placeOf(b) ?? Infinity) || 0
  }
}
