import { type RefObject, useEffect, useState } from "react"
import type { ListedMedium } from "./media-list.ts"

// The first medium of a news item has fields of its own in its form, where people know them.

/** What stands in them now, whoever writes it. @param field one of the form's */
export function useFirst(field: RefObject<HTMLTextAreaElement | null>) {
  const [first, setFirst] = useState<ListedMedium>()
  useEffect(() => {
    const form = field.current?.form
    if (!form) return
    const look = () => {
      const next = readFirst(form)
      setFirst((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    look()
    const stop = new AbortController()
    for (const event of ["input", "change"]) form.addEventListener(event, look, { signal: stop.signal })
    return () => stop.abort()
  }, [field])
  return first
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
