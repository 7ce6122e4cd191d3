import { useLayoutEffect, useRef, useState } from "react"
import { type ListedMedium, readMedia, writeMedia } from "./media-list.ts"

/** A medium in the form; `id` is its own as long as the form is open. */
export type MediaRow = ListedMedium & { id: number }

/**
 * The rows of a gallery's form. What is sent is the text field that people without scripts write into: it is kept the same, and
 * whoever else writes into it (a draft that is taken up again) is heard.
 */
export function useMediaRows(text: string) {
  const field = useRef<HTMLTextAreaElement>(null)
  const written = useRef(text)
  const lastId = useRef(0)
  const focusNext = useRef("")
  const toRow = (medium: ListedMedium | MediaRow): MediaRow =>
    "id" in medium ? medium : { ...medium, id: (lastId.current += 1) }
  const [rows, setRows] = useState(() =>
    readMedia(text).map((medium, index) => ({ ...medium, id: -index - 1 })),
  )
  /** As they are now: files arrive long after they were chosen, and meanwhile people go on. */
  const latest = useRef(rows)
  const [removed, setRemoved] = useState<{ row: MediaRow; index: number } | null>(null)
  const [said, say] = useState("")

  // Moved in the page, a row loses the focus in some browsers.
  useLayoutEffect(() => {
    document.getElementById(focusNext.current)?.focus()
    focusNext.current = ""
  })

  const show = (next: MediaRow[]) => {
    latest.current = next
    setRows(next)
  }
  const change = (next: MediaRow[]) => {
    show(next)
    written.current = writeMedia(next)
    if (!field.current) return
    field.current.value = written.current
    field.current.dispatchEvent(new Event("input", { bubbles: true }))
  }

  return {
    field,
    rows,
    removed,
    said,
    current: () => latest.current,
    onInput: (value: string) => {
      if (value === written.current) return
      written.current = value
      show(readMedia(value).map(toRow))
    },
    add: (media: ListedMedium[]) => {
      change([...latest.current, ...media.map(toRow)])
      say(media.length === 1 ? "1 média ajouté" : `${media.length} médias ajoutés`)
    },
    edit: (id: number, values: Partial<ListedMedium>) =>
      change(latest.current.map((row) => (row.id === id ? { ...row, ...values } : row))),
    /**
     * The same media in another order, of which the first one may be another.
     *
     * @param focusOf which element has the focus afterwards
     */
    reorder: (media: (ListedMedium | MediaRow)[], focusOf: (rows: MediaRow[]) => string, what: string) => {
      const next = media.map(toRow)
      focusNext.current = focusOf(next)
      change(next)
      say(what)
    },
    /** @param focusId of what takes it back */
    remove: (index: number, focusId: string) => {
      const row = latest.current[index]
      if (!row) return
      focusNext.current = focusId
      setRemoved({ row, index })
      change(latest.current.toSpliced(index, 1))
    },
    /** @param focusOf which element has the focus afterwards */
    takeBack: (focusOf: (row: MediaRow) => string) => {
      if (!removed) return
      focusNext.current = focusOf(removed.row)
      setRemoved(null)
      change(latest.current.toSpliced(removed.index, 0, removed.row))
      say(`Média ${removed.index + 2} remis`)
    },
  }
}
