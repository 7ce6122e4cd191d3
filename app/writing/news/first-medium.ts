import { type RefObject, useEffect, useEffectEvent } from "react"
import { type ListedMedium, readMedia } from "./media-list.ts"

// The first medium of a news item has fields of its own in its form; one of them, its thumbnail, articles have, too.

/** All that a form's fields hold, the first medium and those of the list; of an article, none. */
export function mediaIn(form: HTMLFormElement | null, listed: string): ListedMedium[] {
  const mediaType = valueIn(form, "mediaType")
  if (mediaType !== "image" && mediaType !== "video") return []
  const first = {
    mediaType,
    mediaUrl: valueIn(form, "mediaUrl"),
    caption: valueIn(form, "mediaCaption"),
  } as const
  return [{ ...first, thumbnailUrl: thumbnailIn(form) }, ...readMedia(listed)]
}

export const thumbnailIn = (form: HTMLFormElement | null) => valueIn(form, "thumbnailUrl") || null

/** Hears of the thumbnail, whoever writes it. */
export function useThumbnail(
  list: RefObject<HTMLFieldSetElement | null>,
  onChange: (thumbnailUrl: string | null) => void,
) {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const form = list.current?.form
    if (!form) return
    const look = () => tell(thumbnailIn(form))
    form.addEventListener("input", look)
    return () => form.removeEventListener("input", look)
  }, [list])
}

/** Writes a value into a field, as if somebody had typed or chosen it. */
export function writeField(form: HTMLFormElement | null, name: "mediaType" | "thumbnailUrl", value: string) {
  const control = controlOf(form, name)
  if (!control || control.value === value) return
  control.value = value
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }))
}

const valueIn = (form: HTMLFormElement | null, name: string) => controlOf(form, name)?.value.trim() ?? ""

function controlOf(form: HTMLFormElement | null, name: string) {
  const control = form?.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : undefined
}
