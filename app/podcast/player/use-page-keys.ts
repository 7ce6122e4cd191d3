import { useEffect, useEffectEvent } from "react"

/** Where a key is written, or has its own sense. */
const TAKEN = "input:not([type=range], [type=checkbox]), textarea, select, dialog, [contenteditable]"

/** Keys alone, wherever one is on the page but where one types. @param onKey says whether the key did something */
export function usePageKeys(onKey: (key: string, on: Element) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
    if (target instanceof Element && !target.closest(TAKEN) && onKey(event.key, target))
      event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener("keydown", listener)
    return () => document.removeEventListener("keydown", listener)
  }, [])
}
