import { useLayoutEffect, useRef, useState } from "react"
import { indexesOf } from "./fields.ts"

/** A row of a list in the form: a key of its own as long as the form is open, and what it was filled with. */
export type ListRow = { id: number; values: Record<string, string> }

/** @param values of the whole form, in which the rows are named `name.0.part` */
export function useRows(name: string, values: Record<string, string>) {
  const [rows, setRows] = useState(() =>
    indexesOf(name, values).map((index): ListRow => ({
      id: index,
      values: partsOf(`${name}.${index}.`, values),
    })),
  )
  const [removed, setRemoved] = useState<{ row: ListRow; index: number } | null>(null)
  const [said, say] = useState("")
  const list = useRef<HTMLOListElement>(null)
  const nextId = useRef(1_000)
  const focusNext = useRef("")
  const isChanged = useRef(false)

  useLayoutEffect(() => {
    if (!isChanged.current) return
    isChanged.current = false
    const next = document.getElementById(focusNext.current)
    const control = next?.matches("li") ? next.querySelector<HTMLElement>("[name]") : next
    control?.focus()
    focusNext.current = ""
    // For the guard that asks before a changed form is left.
    list.current?.dispatchEvent(new Event("input", { bubbles: true }))
  }, [rows])

  const show = (next: ListRow[], what: string, focusId: string) => {
    isChanged.current = true
    focusNext.current = focusId
    setRows(next)
    say(what)
  }

  return {
    list,
    rows,
    removed,
    said,
    /** @param focusOf which element has the focus then: of a row, its first control */
    add: (focusOf: (id: number) => string) => {
      const id = (nextId.current += 1)
      show([...rows, { id, values: {} }], "Ligne ajoutée", focusOf(id))
    },
    move: (from: number, to: number, focusOf: (id: number) => string) => {
      const row = rows[from]
      if (!row || to < 0 || to >= rows.length) return
      const next = rows.toSpliced(from, 1).toSpliced(to, 0, row)
      show(next, `Ligne ${from + 1} déplacée en position ${to + 1} sur ${rows.length}`, focusOf(row.id))
    },
    /** @param typed what its controls hold now */
    remove: (index: number, typed: Record<string, string>, focusId: string) => {
      const row = rows[index]
      if (!row) return
      setRemoved({ row: { ...row, values: typed }, index })
      show(rows.toSpliced(index, 1), "Ligne retirée", focusId)
    },
    takeBack: (focusOf: (id: number) => string) => {
      if (!removed) return
      const id = (nextId.current += 1)
      setRemoved(null)
      show(rows.toSpliced(removed.index, 0, { ...removed.row, id }), "Ligne remise", focusOf(id))
    },
  }
}

function partsOf(prefix: string, values: Record<string, string>) {
  const parts = Object.entries(values).filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(parts.map(([key, value]) => [key.slice(prefix.length), value]))
}
