import { useEffect, useEffectEvent, useRef } from "react"
import { MAX_CUES } from "#app/kit/lib/cues.ts"
import { isTimeWrong } from "./rows.ts"
import type { CueEditor } from "./use-cue-editor.ts"

type Props = {
  editor: CueEditor
  /** The form is there, again after each saving. */
  onFresh: () => void
  /** Leads to a row whose time cannot be read. */
  onWrongTime: (row: number) => void
}

/** What a form sends of the sentences. They are written into it at the last moment: they can be a megabyte. */
export function CueFields({ editor, onFresh, onWrongTime }: Props) {
  const mark = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { isChanged } = editor

  useEffect(() => {
    // After the form itself has looked at what it holds (edit-form.tsx).
    queueMicrotask(() => {
      if (!mark.current) return
      mark.current.value = isChanged ? "1" : ""
      // A script's change is silent: tell the form, as typing would.
      mark.current.dispatchEvent(new Event("input", { bubbles: true }))
    })
  }, [isChanged])

  const tellFresh = useEffectEvent(onFresh)
  useEffect(() => queueMicrotask(() => tellFresh()), [])

  const send = useEffectEvent((event: SubmitEvent) => {
    const wrong = editor.rows.findIndex(isTimeWrong)
    if (wrong !== -1) {
      event.preventDefault()
      // React listens further up.
      event.stopPropagation()
      return onWrongTime(wrong)
    }
    const input = field.current
    if (!input) return
    input.value = editor.send()
    input.disabled = false
    // What is typed next is not to be compared with all of it.
    setTimeout(() => {
      input.disabled = true
    })
  })
  useEffect(() => {
    const form = field.current?.form
    if (!form) return
    const listener = (event: SubmitEvent) => send(event)
    form.addEventListener("submit", listener)
    return () => form.removeEventListener("submit", listener)
  }, [])

  return (
    <>
      <input ref={mark} type="hidden" name="edited" defaultValue="" />
      <input ref={field} type="hidden" name="cues" disabled />
      {editor.rows.length > MAX_CUES - 100 && (
        <p className="text-sm">Une transcription a au plus {MAX_CUES.toLocaleString("fr-FR")} phrases.</p>
      )}
    </>
  )
}
