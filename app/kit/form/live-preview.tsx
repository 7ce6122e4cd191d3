import { useEffect, useState } from "react"
import { askPreview } from "./markdown/ask-preview.ts"

type Props = {
  /** The id of the form, and the name of its text. */
  form: string
  field: string
}

/** So long after the last letter. */
const PAUSE_MS = 600
/** Where the page has a column for it (office/item.css). */
const HAS_ROOM = "(width >= 70rem)"

/** A text as the site will show it, beside where it is written; it follows what is typed. */
export function LivePreview({ form: id, field }: Props) {
  const [html, setHtml] = useState("")

  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const room = matchMedia(HAS_ROOM)
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = new AbortController()
    const show = async () => {
      stop.abort()
      stop = new AbortController()
      // Its fields are mounted anew once it was saved.
      const text = form.elements.namedItem(field)
      const typed = text instanceof HTMLTextAreaElement ? text.value : ""
      const next = await askPreview(typed, stop.signal)
      // What cannot be had now stays as it was: the text itself is kept elsewhere.
      if (next !== undefined) setHtml(next)
    }
    const follow = (ms: number) => {
      clearTimeout(timer)
      if (room.matches) timer = setTimeout(() => void show(), ms)
    }
    const onInput = () => follow(PAUSE_MS)
    const onRoom = () => follow(0)
    follow(0)
    form.addEventListener("input", onInput)
    room.addEventListener("change", onRoom)
    return () => {
      clearTimeout(timer)
      stop.abort()
      form.removeEventListener("input", onInput)
      room.removeEventListener("change", onRoom)
    }
  }, [id, field])

  if (html === "") return null
  return (
    <section aria-label="Aperçu" className="live-preview">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls is reached by keys. */}
      <div tabIndex={0} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
