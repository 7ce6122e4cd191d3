import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react"

/** What is dragged, and where it would come to lie. */
type Drag = { from: number; to: number }

/**
 * A list (`li`) whose rows are put in order by their handles: dragged by a pointer, or moved by Alt and an arrow key. While one is
 * dragged nothing moves but a mark (`markOf`), so that rows keep their places under the pointer; Escape leaves all as it was.
 *
 * @param onMove takes the row out at `from` and puts it in again at `to`; it knows by itself how the rows are now
 */
export function useSorting(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  /** As handles read it: of a long list, only the rows that change are drawn again. */
  const current = useRef(drag)
  const show = (next: Drag | null) => {
    current.current = next
    setDrag(next)
  }

  const dragTo = (handle: HTMLElement, y: number) => {
    const { current: now } = current
    if (!now) return
    const rows = [...(handle.closest("li")?.parentElement?.children ?? [])]
    const others = rows.filter((_row, index) => index !== now.from)
    const to = others.filter((row) => middleOf(row) < y).length
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
      onPointerMove: (event: PointerEvent<HTMLElement>) => dragTo(event.currentTarget, event.clientY),
      onPointerUp: drop,
      onPointerCancel: () => show(null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Escape" && current.current) {
          event.preventDefault()
          return show(null)
        }
        const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (!step) return
        event.preventDefault()
        onMove(index, index + step)
      },
    }),
  }
}

function middleOf(element: Element) {
  const { top, height } = element.getBoundingClientRect()
  return top + height / 2
}
