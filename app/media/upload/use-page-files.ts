import { useEffect, useEffectEvent, useState } from "react"

/**
 * Takes files that are dropped or pasted anywhere on the page, where no field takes them: a browser would leave the page for
 * them.
 *
 * @returns whether some are just over it
 */
export function usePageFiles(isTaken: boolean, onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent((files: Iterable<File>) => {
    const all = [...files]
    if (all.length > 0) onFiles(all)
  })

  useEffect(() => {
    if (!isTaken) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    addEventListener(
      "dragover",
      (event) => {
        if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return setIsOver(false)
        event.preventDefault()
        event.dataTransfer.dropEffect = "copy"
        setIsOver(true)
      },
      options,
    )
    // Also where a field takes them, and says so itself.
    addEventListener("dragover", () => setIsOver(false), { ...options, capture: true })
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? setIsOver(false), options)
    addEventListener(
      "drop",
      (event) => {
        setIsOver(false)
        if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
      options,
    )
    addEventListener("drop", () => setIsOver(false), { ...options, capture: true })
    addEventListener(
      "paste",
      (event) => {
        if (event.defaultPrevented || isEditable(event.target)) return
        take(event.clipboardData?.files ?? [])
      },
      options,
    )
    return () => stop.abort()
  }, [isTaken])

  return isOver
}

function isEditable(target: EventTarget | null) {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  )
}
