import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react"
import type { RichNode } from "#app/kit/lib/rich-text/nodes.ts"
import { fillInput } from "../fill-input.ts"
import { askRichText } from "./ask-rich-text.ts"
import type { Editor, EditorLook, EditorOptions, KeptText } from "./editor.ts"

type Options = Omit<EditorOptions, "place" | "opened" | "onChange" | "onLook"> & {
  /** What the form sends, and what stands until the editor is there. */
  area: RefObject<HTMLTextAreaElement | null>
  place: RefObject<HTMLElement | null>
  editorRef: RefObject<Editor | undefined>
}

export type EditorStatus = "loading" | "ready" | "failed"

/** Shows the text of a textarea as it will be read. Whatever changes one of them changes the other. */
export function useEditor({ area, place, editorRef, ...options }: Options) {
  const [status, setStatus] = useState<EditorStatus>("loading")
  const [look, setLook] = useState<EditorLook>()
  const [round, setRound] = useState(0)
  const listeners = useRef(options)
  useEffect(() => {
    listeners.current = options
    editorRef.current?.view.setProps({ attributes: options.attributes })
  })

  const start = useEffectEvent((text: HTMLTextAreaElement, frame: HTMLElement, stop: AbortSignal) => {
    let shown: string | undefined
    let latest = 0

    const create = ({ createEditor }: Loaded, opened: RichNode | KeptText) => {
      shown = text.value
      editorRef.current = createEditor({
        ...listeners.current,
        place: frame,
        opened,
        onLook: setLook,
        onChange(written) {
          shown = written
          fillInput(text, written)
        },
        onLink: () => listeners.current.onLink(),
        onMenu: () => listeners.current.onMenu(),
        onFiles: (files) => listeners.current.onFiles(files),
        onPaste: (pasted) => listeners.current.onPaste(pasted),
        onComing: (count) => listeners.current.onComing(count),
      })
      setStatus("ready")
    }
    const show = async () => {
      const request = (latest += 1)
      const markdown = text.value
      const [module, doc] = await Promise.all([loadEditor(), askRichText(markdown)])
      if (stop.aborted || request !== latest) return
      if (text.value !== markdown) return void show()
      // Whoever has begun to write goes on where they do.
      if (document.activeElement === text)
        return text.addEventListener("blur", () => void show(), { once: true, signal: stop })
      try {
        if (!module || !doc) return setStatus("failed")
        shown = markdown
        if (editorRef.current) editorRef.current.open(doc)
        else create(module, doc)
      } catch {
        // What it cannot hold stays as it is in the textarea.
        setStatus("failed")
      }
    }
    const follow = () => {
      if (editorRef.current && text.value !== shown) void show()
    }
    text.addEventListener("input", follow, { signal: stop })
    text.form?.addEventListener("reset", () => setTimeout(follow), { signal: stop })
    if (loaded && left?.text === text.value) create(loaded, left.kept)
    else void show()
    left = undefined
    return () => {
      // Where its form was saved, its fields are mounted anew at once.
      if (editorRef.current && shown !== undefined) left = { text: shown, kept: editorRef.current.keep() }
    }
  })

  useLayoutEffect(() => {
    const stop = new AbortController()
    const leave = area.current && place.current && start(area.current, place.current, stop.signal)
    return () => {
      leave?.()
      stop.abort()
      editorRef.current?.destroy()
      editorRef.current = undefined
    }
  }, [area, place, editorRef, round])

  useLayoutEffect(() => {
    if (status === "ready") editorRef.current?.goOn()
  }, [status, editorRef])

  const retry = () => {
    setStatus("loading")
    setRound((before) => before + 1)
  }
  return { status, look, retry }
}

type Loaded = typeof import("./editor.ts")
let loaded: Loaded | undefined
/** The text that was shown last. */
let left: { text: string; kept: KeptText } | undefined

/** The script is heavy, and on its way when the page is there. */
async function loadEditor() {
  try {
    return (loaded = await import("./editor.ts"))
  } catch {
    return undefined
  }
}
