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
  const toRows = (media: ListedMedium[]) =>
    media.map((medium): MediaRow => ({ ...medium, id: (lastId.current += 1) }))
  const [rows, setRows] = useState(() =>
    readMedia(text).map((medium, index) => ({ ...medium, id: -index - 1 })),
  )
  const [removed, setRemoved] = useState<{ row: MediaRow; index: number } | null>(null)
  const [said, say] = useState("")

  // Moved in the page, a row loses the focus in some browsers.
  useLayoutEffect(() => {
    document.getElementById(focusNext.current)?.focus()
    focusNext.current = ""
  })

  const change = (next: MediaRow[]) => {
    setRows(next)
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
    onInput: (value: string) => {
      if (value === written.current) return
      written.current = value
      setRows(toRows(readMedia(value)))
    },
    add: (media: ListedMedium[]) => {
      change([...rows, ...toRows(media)])
      say(media.length === 1 ? "1 média ajouté" : `${media.length} médias ajoutés`)
    },
    edit: (index: number, values: Partial<ListedMedium>) =>
      change(rows.map((row, at) => (at === index ? { ...row, ...values } : row))),
    /** @param focusId of what was used, and keeps the focus */
    move: (from: number, to: number, focusId: string) => {
      const row = rows[from]
      if (!row || to < 0 || to >= rows.length) return
      focusNext.current = focusId
      change(rows.toSpliced(from, 1).toSpliced(to, 0, row))
      say(`Média ${from + 2} déplacé en position ${to + 2} sur ${rows.length + 1}`)
    },
    /** @param focusId of what takes it back */
    remove: (index: number, focusId: string) => {
      const row = rows[index]
      if (!row) return
      focusNext.current = focusId
      setRemoved({ row, index })
      change(rows.toSpliced(index, 1))
    },
    /** @param focusOf which element has the focus afterwards */
    takeBack: (focusOf: (row: MediaRow) => string) => {
      if (!removed) return
      focusNext.current = focusOf(removed.row)
      setRemoved(null)
      change(rows.toSpliced(removed.index, 0, removed.row))
      say(`Média ${removed.index + 2} remis`)
    },
    /**
     * Puts another one in the place of a row that has become the first of all, or none.
     *
     * @param focusOf which element has the focus afterwards, by the row in the place
     */
    swap: (
      index: number,
      other: ListedMedium | undefined,
      focusOf: (row: MediaRow | undefined) => string,
    ) => {
      const instead = other ? toRows([other]) : []
      focusNext.current = focusOf(instead[0])
      change(rows.toSpliced(index, 1, ...instead))
      say(`Média ${index + 2} déplacé en première position`)
    },
  }
}
