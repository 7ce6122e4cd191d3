import { useEffect, useEffectEvent } from "react"

/** Ctrl or Meta with S saves, with Enter publishes; also while writing. */
export function useSaveKeys(send: (how: "save" | "publish") => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return
    const how = ({ s: "save", enter: "publish" } as const)[event.key.toLowerCase()]
    if (!how) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector(":modal")) send(how)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener("keydown", listener)
    return () => document.removeEventListener("keydown", listener)
  }, [])
}
