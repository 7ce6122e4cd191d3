import { createContext, use, useRef, useState } from "react"
import type { ListView } from "./list-view.ts"
import type { ListType } from "./list-type.ts"
import { SELECTION } from "./selection.ts"

export type Selectable = { id: number; title: string }

/** A list whose rows can be selected. */
export type Choosing = {
  type: ListType
  view: ListView
  /** How many there are on all pages. */
  total: number
  newestId?: number
  /** Which of its bulk actions fit what is shown; all without it. */
  only?: readonly string[]
  /** What else can be done with what is selected. @param chosen the ids, or null for all of the list */
  beside?: (chosen: string | null) => React.ReactNode
}

type Selecting = {
  isSelected: (id: number) => boolean
  /** @param isRange everything from the last one on, too */
  select: (id: number, isSelected: boolean, isRange: boolean) => void
}

export const SelectionContext = createContext<Selecting | null>(null)

type BoxProps = { id: number; subject: string; className?: string }

/** Selects a row of a list; nothing where its rows are not worked on together. */
export function SelectBox({ id, subject, className = "" }: BoxProps) {
  const selection = use(SelectionContext)
  if (!selection) return null
  return (
    <label className={`select-box ${className}`}>
      <input
        type="checkbox"
        name="ids"
        value={id}
        form={SELECTION}
        checked={selection.isSelected(id)}
        onChange={({ currentTarget, nativeEvent }) =>
          selection.select(
            id,
            currentTarget.checked,
            nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          )
        }
        className="tick"
      />
      <span className="sr-only">Sélectionner {subject}</span>
    </label>
  )
}

/**
 * What is selected of a list's page: what is turned away from is no longer.
 *
 * @param address of what is shown: of another list nobody selected all
 */
export function useSelection(rows: Selectable[], address: string) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [allOf, setAllOf] = useState<string>()
  const last = useRef<number>(undefined)
  const isAll = allOf === address
  const selected = isAll ? rows : rows.filter(({ id }) => ids.has(id))

  const set = (changed: Selectable[], isSelected: boolean) => {
    const next = new Set(selected.map(({ id }) => id))
    for (const { id } of changed) {
      if (isSelected) next.add(id)
      else next.delete(id)
    }
    setIds(next)
    setAllOf(undefined)
  }
  const select: Selecting["select"] = (id, isSelected, isRange) => {
    const [from, to] = [last.current, id].map((one) => rows.findIndex((row) => row.id === one))
    last.current = id
    const isKnown = isRange && from !== undefined && to !== undefined && from >= 0
    const range = isKnown
      ? rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      : rows.slice(to, (to ?? 0) + 1)
    set(range, isSelected)
  }
  return {
    selected,
    isAll,
    selectPage: (isSelected: boolean) => set(rows, isSelected),
    selectAll: () => setAllOf(address),
    context: { isSelected: (id: number) => selected.some((row) => row.id === id), select },
  }
}
