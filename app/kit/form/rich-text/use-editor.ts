import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { fillInput } from "../fill-input.ts"
import { askRichText } from "./ask-rich-text.ts"
import type { Editor, EditorLook, EditorOptions } from "./editor.ts"

type Options = Omit<EditorOptions, "place" | "doc" | "onChange" | "onLook"> & {
  /** What the form sends, and what stands until the editor is there. */
  area: RefObject<HTMLTextAreaElement | null>
  place: RefObject<HTMLElement | null>
  editor: RefObject<Editor | undefined>
}

export type EditorStatus = "loading" | "ready" | "failed"

/** Shows the text of a textarea as it will be read. Whatever changes one of them changes the other. */
export function useEditor({ area, place, editor, ...options }: Options) {
  const [status, setStatus] = useState<EditorStatus>("loading")
  const [look, setLook] = useState<EditorLook>()
  const [round, setRound] = useState(0)
  const listeners = useRef(options)
  useEffect(() => {
    listeners.current = options
    editor.current?.view.setProps({ attributes: options.attributes })
  })

  const start = useEffectEvent((text: HTMLTextAreaElement, frame: HTMLElement, stop: AbortSignal) => {
    let shown: string | undefined
    let latest = 0

    const show = async () => {
      const request = (latest += 1)
      const markdown = text.value
      // The script is heavy, and on its way when the page is there.
      const [create, doc] = await Promise.all([loadEditor(), askRichText(markdown)])
      if (stop.aborted || request !== latest) return
      if (text.value !== markdown) return void show()
      // Whoever has begun to write goes on where they do.
      if (document.activeElement === text)
        return text.addEventListener("blur", () => void show(), { once: true, signal: stop })
      try {
        if (!create || !doc) return setStatus("failed")
        shown = markdown
        if (editor.current) return editor.current.open(doc)
        editor.current = create({
          ...listeners.current,
          place: frame,
          doc,
          onLook: setLook,
          onChange(written) {
            shown = written
            fillInput(text, written)
          },
          onLink: () => listeners.current.onLink(),
          onMenu: () => listeners.current.onMenu(),
          onFiles: (files) => listeners.current.onFiles(files),
          onPaste: (pasted) => listeners.current.onPaste(pasted),
        })
        setStatus("ready")
      } catch {
        // What it cannot hold stays as it is in the textarea.
        setStatus("failed")
      }
    }
    const follow = () => {
      if (editor.current && text.value !== shown) void show()
    }
    text.addEventListener("input", follow, { signal: stop })
    text.form?.addEventListener("reset", () => setTimeout(follow), { signal: stop })
    void show()
  })

  useEffect(() => {
    const stop = new AbortController()
    if (area.current && place.current) start(area.current, place.current, stop.signal)
    return () => {
      stop.abort()
      editor.current?.destroy()
      editor.current = undefined
    }
  }, [area, place, editor, round])

  const retry = () => {
    setStatus("loading")
    setRound((before) => before + 1)
  }
  return { status, look, retry }
}

const loadEditor = () =>
  import("./editor.ts").then(
    ({ createEditor }) => createEditor,
    () => undefined,
  )
