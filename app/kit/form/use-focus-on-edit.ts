import { useEffect, useRef } from "react"

/** The card of a manager's form, and where its list begins. */
export const FORM = "formulaire"
export const LIST = "liste"

/** The link of a row that puts its item into the form. */
export const editLinkId = (id: number) => `modifier-${id}`

/** An item that comes into the form takes the focus there; saved or left, it gives it back to its row. */
export function useFocusOnEdit(editedId: number | undefined) {
  const before = useRef(editedId)
  useEffect(() => {
    const left = before.current
    before.current = editedId
    if (left === editedId) return
    const row = editedId === undefined && left !== undefined && document.getElementById(editLinkId(left))
    const target = row || document.getElementById(FORM)
    target?.focus({ preventScroll: true })
    // Its head only: a card higher than the screen has no nearest place of its own.
    const shown = row || target?.querySelector("h2")
    shown?.scrollIntoView({ block: "nearest" })
  }, [editedId])
}
