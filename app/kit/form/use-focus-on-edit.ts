import { useEffect, useRef } from "react"

/** The card of a manager's form, and where its list begins. */
export const FORM = "formulaire"
export const LIST = "liste"

/** The link of a row that puts its item into the form. */
export const editLinkId = (id: number) => `modifier-${id}`

/**
 * An item that comes into the form takes the focus there; saved or left, it gives it back to its row.
 *
 * @param field the name of what is written first, of a form that is opened to write
 */
export function useFocusOnEdit(editedId: number | undefined, field?: string) {
  const before = useRef(editedId)
  useEffect(() => {
    const left = before.current
    before.current = editedId
    if (left === editedId) return
    const row = editedId === undefined && left !== undefined && document.getElementById(editLinkId(left))
    const card = document.getElementById(FORM)
    const target = row || (field && card?.querySelector<HTMLElement>(`[name="${field}"]`)) || card
    target?.focus({ preventScroll: true })
    // Its head only: a card higher than the screen has no nearest place of its own.
    const shown = row || card?.querySelector("h2")
    shown?.scrollIntoView({ block: "nearest" })
  }, [editedId, field])
}

/**
 * Something new begins in the first field that it has to have, where a keyboard is at hand.
 *
 * @param asked another value whenever somebody asks for something new; undefined while nobody does
 */
export function useFocusOnNew(asked: string | undefined) {
  useEffect(() => {
    if (asked === undefined || !matchMedia("(pointer: fine)").matches) return
    document
      .querySelector<HTMLElement>(`#${FORM} :is(input, textarea)[required]`)
      ?.focus({ preventScroll: true })
  }, [asked])
}
