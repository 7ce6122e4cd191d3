import { useLayoutEffect, useMemo, useState } from "react"
import { flushSync } from "react-dom"
import type { CueRows, RowField } from "./rows.ts"

/** How far beyond the box rows are drawn. */
const MARGIN = 600
/** Scrolling less than this draws nothing. */
const STEP = 200

export type RowWindow = ReturnType<typeof useRowWindow>

type Shown = { row: number; gap: number }

/**
 * The rows that are in sight, and some around: a transcript has thousands, and a phone draws dozens. What is not drawn is as
 * high as it was, or as its letters let expect.
 *
 * @param pinned is drawn wherever it is: it has the caret
 */
export function useRowWindow(rows: CueRows, pinned: number) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [heights] = useState(() => new Map<number, number>())
  const [{ top, height, width }, setView] = useState({ top: 0, height: 800, width: 0 })
  const [measured, setMeasured] = useState(0)

  const tops = useMemo(
    () => topsOf(rows, heights, width),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `measured` says that heights are known better.
    [rows, width, measured],
  )
  const { shown, before, after } = windowOf(tops, top, height, pinned)

  useLayoutEffect(() => {
    if (!box) return
    let last = 0
    const look = () => {
      const seen = { top: stepOf(box.scrollTop), height: box.clientHeight, width: box.clientWidth }
      if (seen.width !== last) heights.clear()
      last = seen.width
      setView((known) => (isSame(seen, known) ? known : seen))
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener("scroll", look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener("scroll", look)
    }
  }, [box, heights])

  useLayoutEffect(() => {
    let isNew = false
    for (const element of box?.querySelectorAll<HTMLElement>("[data-key]") ?? []) {
      const key = Number(element.dataset.key)
      const { offsetHeight } = element
      if (heights.get(key) === offsetHeight) continue
      heights.set(key, offsetHeight)
      isNew = true
    }
    if (isNew) setMeasured((count) => count + 1)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- What makes rows higher, or draws others.
  }, [box, rows, pinned, top, height, width])

  /** Brings a row into the box's sight; the page stays where it is. @param all as they are by now */
  const show = (all: CueRows, row: number) => {
    if (!box) return
    const find = () => box.querySelector<HTMLElement>(`[data-row="${row}"]`)
    const drawn = find()
    if (drawn && isInSight(box, drawn)) return
    const expected = topsOf(all, heights, width)[row] ?? 0
    if (!drawn) flushSync(() => setView((known) => ({ ...known, top: stepOf(expected - known.height / 3) })))
    const element = find()
    if (element) box.scrollTop = element.offsetTop - box.clientHeight / 3
  }
  return {
    /** What scrolls them, and the ref that it is to have. */
    box,
    setBox,
    shown,
    before,
    after,
    show,
    /** Where the caret is in a row's text. */
    caretIn: (row: number) =>
      box?.querySelector<HTMLTextAreaElement>(`[data-row="${row}"] textarea`)?.selectionStart ?? 0,
    /** @param place of the caret; at the end, unless told otherwise */
    focus(all: CueRows, row: number, field: RowField = "text", place?: { from: number; to: number }) {
      show(all, row)
      const input = box?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
        `[data-row="${row}"] [data-field="${field}"]`,
      )
      if (!input) return
      input.focus()
      input.setSelectionRange(place?.from ?? input.value.length, place?.to ?? input.value.length)
    },
  }
}

const stepOf = (top: number) => Math.max(0, Math.floor(top / STEP) * STEP)

function isSame(a: Record<string, number>, b: Record<string, number>) {
  return Object.entries(a).every(([name, value]) => b[name] === value)
}

function isInSight(box: HTMLElement, row: HTMLElement) {
  const above = row.offsetTop - box.scrollTop
  return above >= 0 && above + row.offsetHeight <= box.clientHeight
}

const NARROW = 640
const LETTER = 8.5
const LINE = 24

/** Where each row begins, and after the last one where they end. */
function topsOf(rows: CueRows, heights: ReadonlyMap<number, number>, width: number) {
  const isNarrow = width < NARROW
  const letters = Math.max(10, (width - (isNarrow ? 40 : 340)) / LETTER)
  const frame = isNarrow ? 82 : 33
  const tops = new Float64Array(rows.length + 1)
  let top = 0
  for (const [row, { key, text }] of rows.entries()) {
    tops[row] = top
    top += heights.get(key) ?? frame + LINE * Math.max(1, Math.ceil(text.length / letters))
  }
  tops[rows.length] = top
  return tops
}

function windowOf(tops: Float64Array, top: number, height: number, pinned: number) {
  const count = tops.length - 1
  const from = Math.max(0, firstBeyond(tops, top - MARGIN) - 1)
  const to = Math.min(count, firstBeyond(tops, top + height + STEP + MARGIN))
  const drawn = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  if (pinned >= 0 && pinned < from && pinned < count) drawn.unshift(pinned)
  if (pinned >= to && pinned < count) drawn.push(pinned)
  const topOf = (row: number) => tops[row] ?? 0
  const shown = drawn.map((row, index): Shown => {
    const earlier = drawn[index - 1]
    return { row, gap: earlier === undefined ? 0 : topOf(row) - topOf(earlier + 1) }
  })
  return { shown, before: topOf(drawn[0] ?? 0), after: topOf(count) - topOf((drawn.at(-1) ?? -1) + 1) }
}

function firstBeyond(tops: Float64Array, place: number) {
  let [from, to] = [0, tops.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((tops[middle] ?? Infinity) > place) to = middle
    else from = middle + 1
  }
  return from
}
