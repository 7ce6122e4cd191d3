import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { type ChapterLine, parseClock, readLine, writeLine } from "#app/lib/chapters.ts"

export type ChapterRow = ChapterLine & { key: number }

const EMPTY: ChapterLine = { clock: "", title: "", linkUrl: "", imageUrl: "", isHidden: false }

/**
 * The rows of an episode's chapters, and the field that sends them, a line each.
 *
 * @param text what the field holds at first
 */
export function useChapterRows(text: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  const nextKey = useRef(0)
  const withKey = (line: ChapterLine): ChapterRow => ({ ...line, key: (nextKey.current += 1) })
  const [rows, setRows] = useState<ChapterRow[]>(() =>
    linesOf(text).map((line, key) => ({ ...line, key: -key - 1 })),
  )

  const change = (next: ChapterRow[]) => {
    flushSync(() => setRows(next))
    // A script's change is silent: tell the form, as typing would.
    field.current?.dispatchEvent(new Event("input", { bubbles: true }))
  }
  /** Where their time belongs; those without one go last. @returns the row */
  const add = (line: Partial<ChapterLine> = {}) => {
    const row = withKey({ ...EMPTY, ...line })
    const start = parseClock(row.clock)
    const later = rows.findIndex(({ clock }) => start !== undefined && (parseClock(clock) ?? -1) > start)
    change(rows.toSpliced(later === -1 ? rows.length : later, 0, row))
    return row
  }

  return {
    rows,
    field,
    /** Rows in which nothing stands are no chapters. */
    value: rows.map(writeLine).filter(Boolean).join("\n"),
    add,
    /** Those at times where there is none yet. @returns how many */
    addAll(lines: readonly ChapterLine[]) {
      const known = new Set(rows.map(({ clock }) => parseClock(clock)))
      const fresh = lines.filter(({ clock }) => !known.has(parseClock(clock))).map(withKey)
      if (fresh.length > 0) change([...rows.filter(isFilled), ...fresh].toSorted(byTime))
      return fresh.length
    },
    edit: (key: number, line: Partial<ChapterLine>) =>
      change(rows.map((row) => (row.key === key ? { ...row, ...line } : row))),
    remove: (key: number) => change(rows.filter((row) => row.key !== key)),
    /** As they were. */
    restore: change,
  }
}

const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map(readLine)

const isFilled = (row: ChapterRow) => writeLine(row) !== ""

function byTime(a: ChapterRow, b: ChapterRow) {
  return (parseClock(a.clock) ?? Infinity) - (parseClock(b.clock) ?? Infinity) || 0
}
