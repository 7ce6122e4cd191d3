import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react"
import { flushSync } from "react-dom"

/** A row with what tells it from others as long as the form is open. */
export type Row<Value> = Value & { key: number }

export type Rows<Value extends object> = ReturnType<typeof useRows<Value>>

export type RowKind<Value extends object> = {
  /** How a button calls one, after its verb, with the space between. @param place from 1 on, as people count */
  named: (row: Value, place: number) => string
  /** How what is said of one begins, before « déplacé ». */
  said: (row: Value, place: number) => string
  isFeminine?: boolean
  /** The place of the first row, where it is not 1. */
  start?: number
  /** Of rows that are chips in a line, the letter that stands on one's handle. */
  chip?: (row: Value) => string
  /** Of rows that keep an order by themselves, where one belongs; those of which it is not known go last. */
  placeOf?: (row: Value) => number | undefined
  /** What uncontrolled fields of the row at `index` hold now. */
  typedIn?: (index: number, form: HTMLFormElement | null) => Value
  /** What follows from a change elsewhere in the form. */
  onChange?: (rows: Row<Value>[], before: Row<Value>[], form: HTMLFormElement | null) => void
}

type News = { said: string; undo?: () => void; undoLabel?: string }

/** What a field to write into is, of those in a row. */
const FIELDS = "input, select, textarea"

/**
 * The rows of a form's field (row-field.tsx), and all that is done with them: each action is said, tells the form as typing would,
 * and leaves the focus where one goes on. What is called long after it was made knows the rows as they are then.
 *
 * @param read what the form holds at first, where no text says it
 */
export function useRows<Value extends object>(kind: RowKind<Value>, read: () => Value[] = () => []) {
  const { start = 1, placeOf } = kind
  const list = useRef<HTMLFieldSetElement>(null)
  const lastKey = useRef(0)
  const [rows, setRows] = useState(() =>
    read().map((value, index): Row<Value> => ({ ...value, key: -index - 1 })),
  )
  const [news, setNews] = useState<News>({ said: "" })
  const latest = useRef(rows)
  const ending = kind.isFeminine ? "e" : ""

  /** Shows rows that stand so elsewhere already: nobody is told. */
  const show = (next: readonly (Value | Row<Value>)[]) => {
    latest.current = next.map((row) => ("key" in row ? row : { ...row, key: (lastKey.current += 1) }))
    setRows(latest.current)
  }
  const replace = (next: readonly (Value | Row<Value>)[], told?: News) => {
    const before = latest.current
    flushSync(() => {
      show(next)
      if (told) setNews(told)
    })
    kind.onChange?.(latest.current, before, list.current?.form ?? null)
    list.current?.dispatchEvent(new Event("input", { bubbles: true }))
  }
  const focusIn = (key: number | undefined, what: string) =>
    list.current?.querySelector(`[data-row="${key}"]`)?.querySelector<HTMLElement>(what)?.focus()

  const move = (from: number, to: number) => {
    const { current: now } = latest
    const row = now[from]
    if (!row || to < 0 || to >= now.length) return
    const { activeElement } = document
    replace(now.toSpliced(from, 1).toSpliced(to, 0, row), {
      said: `${kind.said(row, from + start)} déplacé${ending} en position ${to + start} sur ${now.length + start - 1}`,
    })
    // Moved in the page, it loses the focus in some browsers.
    if (activeElement instanceof HTMLElement) activeElement.focus()
  }

  return {
    list,
    kind,
    rows,
    news,
    show,
    replace,
    current: () => latest.current,
    say: (said: string, undo?: () => void, undoLabel = "Annuler") => setNews({ said, undo, undoLabel }),
    /** At its place, or at the end. @param focus what is written first in it; empty where one goes on elsewhere */
    add(value: Value, focus = FIELDS) {
      const { current: now } = latest
      const place = placeOf?.(value)
      const later = now.findIndex((row) => place !== undefined && (placeOf?.(row) ?? -1) > place)
      const index = later === -1 ? now.length : later
      replace(now.toSpliced(index, 0, { ...value, key: (lastKey.current += 1) }), {
        said: `${kind.said(value, index + start)} ajouté${ending}`,
      })
      if (focus) focusIn(lastKey.current, focus)
    },
    edit: (key: number, values: Partial<Value>) =>
      replace(latest.current.map((row) => (row.key === key ? { ...row, ...values } : row))),
    move,
    sorting: useSorting(move, kind.chip !== undefined),
    remove(index: number) {
      const row = latest.current[index]
      if (!row) return
      const kept = { ...row, ...kind.typedIn?.(index, list.current?.form ?? null) }
      const name = kind.said(row, index + start)
      const undo = () => {
        replace(latest.current.toSpliced(index, 0, kept), { said: `${name} remis${ending}` })
        focusIn(kept.key, `button, ${FIELDS}`)
      }
      replace(latest.current.toSpliced(index, 1), {
        said: `${name} retiré${ending}`,
        undo,
        undoLabel: "Remettre",
      })
      list.current?.querySelector<HTMLElement>("[data-undo]")?.focus()
    },
  }
}

/** What is dragged, and where it would come to lie. */
type Drag = { from: number; to: number }

/**
 * A list (`li`) whose rows are put in order by their handles: dragged by a pointer, or moved by Alt and an arrow key. While one is
 * dragged nothing moves but a mark (`markOf`), so that rows keep their places under the pointer; Escape leaves all as it was.
 *
 * @param onMove takes the row out at `from` and puts it in again at `to`; it knows by itself how the rows are now
 * @param isInline whether rows stand beside each other
 */
function useSorting(onMove: (from: number, to: number) => void, isInline: boolean) {
  const [drag, setDrag] = useState<Drag | null>(null)
  /** As handles read it: of a long list, only the rows that change are drawn again. */
  const current = useRef(drag)
  const show = (next: Drag | null) => {
    current.current = next
    setDrag(next)
  }

  const dragTo = (handle: HTMLElement, { clientX: x, clientY: y }: PointerEvent) => {
    const { current: now } = current
    if (!now) return
    const rows = [...(handle.closest("li")?.parentElement?.children ?? [])]
    const others = rows.filter((_row, index) => index !== now.from)
    const to = others.filter((row) => isBefore(row, x, y, isInline)).length
    if (to === now.to) return
    show({ ...now, to })
    // In a long list the next rows come into sight.
    rows[to]?.scrollIntoView({ block: "nearest" })
  }
  const drop = () => {
    const { current: last } = current
    show(null)
    if (last && last.from !== last.to) onMove(last.from, last.to)
  }

  return {
    isDragged: (index: number) => drag?.from === index,
    /** On which side of a row the dragged one would come to lie. */
    markOf: (index: number) =>
      drag?.to !== index || drag.from === index ? undefined : drag.to < drag.from ? "before" : "after",
    /** What the handle of a row hears. */
    handle: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        // Not in every browser by itself: Escape is heard there.
        event.currentTarget.focus()
        show({ from: index, to: index })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => dragTo(event.currentTarget, event),
      onPointerUp: drop,
      onPointerCancel: () => show(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Escape" && current.current) {
          event.preventDefault()
          return show(null)
        }
        const step = event.altKey && STEPS[event.key]
        if (!step) return
        event.preventDefault()
        onMove(index, index + step)
      },
    }),
  }
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** Whether a row's middle comes before a point. */
function isBefore(row: Element, x: number, y: number, isInline: boolean) {
  const { top, bottom, left, width } = row.getBoundingClientRect()
  return isInline ? bottom < y || (top <= y && left + width / 2 < x) : (top + bottom) / 2 < y
}
