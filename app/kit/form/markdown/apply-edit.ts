import type { Edit, Selected } from "./commands.ts"

export function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, start: selectionStart, end: selectionEnd }
}

/** Asks in a dialog. Once it is closed, Chromium has the caret at the beginning: it goes back to where it was. */
export async function askBeside<Answer>(area: HTMLTextAreaElement | null, ask: () => Promise<Answer>) {
  const { selectionStart = 0, selectionEnd = 0 } = area ?? {}
  const answer = await ask()
  area?.focus()
  area?.setSelectionRange(selectionStart, selectionEnd)
  return answer
}

/** Changes the text as typing does: the browser can take it back, and everything that listens hears of it. */
export function applyEdit(area: HTMLTextAreaElement, { from, to, insert, select }: Edit) {
  area.focus()
  area.setSelectionRange(from, to)
  // With nothing selected, the command would take the letter before.
  const isDone =
    (from === to && insert === "") ||
    (insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert))
  if (!isDone && area.value.slice(from, from + insert.length) !== insert) {
    area.setRangeText(insert, from, to, "end")
    area.dispatchEvent(new InputEvent("input", { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

/**
 * Puts a text in another one's place while somebody writes elsewhere: their place and selection stay.
 *
 * @returns false where it is not there any more
 */
export function replaceText(area: HTMLTextAreaElement, text: string, replacement: string) {
  const from = area.value.indexOf(text)
  if (from === -1) return false
  const to = from + text.length
  const { selectionStart, selectionEnd } = area
  const moved = (place: number) =>
    place <= from ? place : place >= to ? place + replacement.length - text.length : from + replacement.length
  if (document.activeElement === area) {
    applyEdit(area, { from, to, insert: replacement, select: [moved(selectionStart), moved(selectionEnd)] })
    return true
  }
  area.setRangeText(replacement, from, to, "preserve")
  area.dispatchEvent(new InputEvent("input", { bubbles: true }))
  return true
}
