import { type RefObject, useEffect, useEffectEvent } from "react"
import type { ListedMedium } from "./media-list.ts"

// The first medium of a news item has fields of its own in its form, where people know them.

/** Follows what stands in them, whoever writes it. @param onChange hears what is there, and whether there was one before */
export function useFirst(
  list: RefObject<HTMLFieldSetElement | null>,
  onChange: (first: ListedMedium | undefined, had: boolean) => void,
) {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const form = list.current?.form
    if (!form) return
    let before: ListedMedium | undefined
    const look = () => {
      const next = readFirst(form)
      if (JSON.stringify(before) === JSON.stringify(next)) return
      tell(next, before !== undefined)
      before = next
    }
    look()
    const stop = new AbortController()
    for (const event of ["input", "change"]) form.addEventListener(event, look, { signal: stop.signal })
    return () => stop.abort()
  }, [list])
}

/** What stands in them, or undefined while they hold no address. */
export function readFirst(form: HTMLFormElement | null): ListedMedium | undefined {
  const mediaUrl = valueOf(form, "mediaUrl")
  if (mediaUrl === "") return undefined
  return {
    mediaType: valueOf(form, "mediaType") === "video" ? "video" : "image",
    mediaUrl,
    thumbnailUrl: valueOf(form, "thumbnailUrl") || null,
    caption: valueOf(form, "mediaCaption"),
  }
}

/** Writes a medium into them, as if somebody had typed it. */
export function writeFirst(form: HTMLFormElement | null, medium: ListedMedium) {
  type(form, "mediaType", medium.mediaType)
  type(form, "mediaUrl", medium.mediaUrl)
  type(form, "thumbnailUrl", medium.thumbnailUrl ?? "")
  type(form, "mediaCaption", medium.caption)
}

/** Says what it is. */
export function writeType(form: HTMLFormElement | null, mediaType: ListedMedium["mediaType"]) {
  type(form, "mediaType", mediaType)
}

function valueOf(form: HTMLFormElement | null, name: string) {
  const control = controlOf(form, name)
  return control?.value.trim() ?? ""
}

function type(form: HTMLFormElement | null, name: string, value: string) {
  const control = controlOf(form, name)
  if (!control || control.value === value) return
  control.value = value
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }))
}

function controlOf(form: HTMLFormElement | null, name: string) {
  const control = form?.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : undefined
}
