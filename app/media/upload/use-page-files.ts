import { useEffect, useEffectEvent, useState } from "react"

/**
 * Takes files that are dropped or pasted anywhere on the page, where no field takes them: a browser would leave the page for
 * them.
 *
 * @returns the MIME types of those that are just over it, by commas; undefined while none are
 */
export function usePageFiles(isTaken: boolean, onFiles: (files: File[]) => void) {
  const [over, setOver] = useState<string>()
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
        if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return setOver(undefined)
        event.preventDefault()
        event.dataTransfer.dropEffect = "copy"
        setOver([...event.dataTransfer.items].map(({ type }) => type).join())
      },
      options,
    )
    // Also where a field takes them, and says so itself.
    addEventListener("dragover", () => setOver(undefined), { ...options, capture: true })
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? setOver(undefined), options)
    addEventListener(
      "drop",
      (event) => {
        setOver(undefined)
        if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return
        event.preventDefault()
        take(event.dataTransfer.files)
      },
      options,
    )
    addEventListener("drop", () => setOver(undefined), { ...options, capture: true })
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

  return over
}

function isEditable(target: EventTarget | null) {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  )
}
