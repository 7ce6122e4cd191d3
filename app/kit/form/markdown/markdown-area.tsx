import { type RefObject, use, useEffect, useState } from "react"
import { type BlockTool, BlockToolsContext } from "../block-tools.ts"
import { applyEdit, askBeside, selectedIn } from "./apply-edit.ts"
import {
  continueList,
  type Edit,
  insertBlock,
  insertLink,
  type LinePrefix,
  type Selected,
  toggleLines,
  toggleMark,
} from "./commands.ts"
import { followScroll, Layer, MAX_DRAWN } from "./layer.tsx"
import { filesOf, pasteInto } from "./paste.ts"
import { type Tool, Toolbar } from "./toolbar.tsx"
import { useInsertMedia } from "./use-insert-media.ts"
import { WordCount } from "./word-count.tsx"

type Props = React.ComponentProps<"textarea"> & {
  id: string
  area: RefObject<HTMLTextAreaElement | null>
  /** Nothing is drawn that nobody sees. */
  isHidden: boolean
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/**
 * A textarea, with tools over it and its signs drawn under it. The text is the textarea's alone: undo, spelling, selection and
 * input methods are the browser's, and without scripts nothing is missing.
 */
export function MarkdownArea({ area, isHidden, isFull, onFull, ...control }: Props) {
  const [text, setText] = useState(String(control.defaultValue ?? ""))
  const [isOver, setIsOver] = useState(false)
  const blocks = use(BlockToolsContext)
  const { source: media, notice, setNotice, composing } = useInsertMedia(area)

  // Browsers put back what was typed before a page was left.
  useEffect(() => setText(area.current?.value ?? ""), [area])

  const edit = (change: (selected: Selected) => Edit | undefined) => {
    const made = area.current && change(selectedIn(area.current))
    if (area.current && made) applyEdit(area.current, made)
    return Boolean(made)
  }
  const lines = (prefix: LinePrefix) => edit((selected) => toggleLines(selected, prefix))
  const bold = () => edit((selected) => toggleMark(selected, "**"))
  const italic = () => edit((selected) => toggleMark(selected, "_"))
  const link = () => edit((selected) => insertLink(selected))
  const insert = async ({ pick }: BlockTool) => {
    const text = await askBeside(area.current, pick)
    if (text !== undefined) edit((selected) => insertBlock(selected, text))
  }
  const take = (command: "undo" | "redo") => {
    area.current?.focus()
    document.execCommand(command)
  }

  const tools: Tool[] = [
    { icon: "bold", label: "Gras", keys: "Ctrl+B", run: bold },
    { icon: "italic", label: "Italique", keys: "Ctrl+I", run: italic },
    { icon: "link", label: "Lien", keys: "Ctrl+K", run: link },
    { icon: "heading-2", label: "Rubrique", run: () => lines("## ") },
    { icon: "heading-3", label: "Sous-rubrique", run: () => lines("### ") },
    { icon: "list", label: "Liste", run: () => lines("- ") },
    { icon: "list-ordered", label: "Liste numérotée", run: () => lines("1. ") },
    { icon: "quote", label: "Citation", run: () => lines("> ") },
    ...(media ? [{ icon: "image-plus", label: "Image ou son", run: () => void media.pick() } as const] : []),
    ...blocks.map((tool) => ({ icon: tool.icon, label: tool.label, run: () => void insert(tool) })),
    { icon: "undo", label: "Défaire", keys: "Ctrl+Z", run: () => take("undo") },
    { icon: "redo", label: "Refaire", run: () => take("redo") },
    {
      icon: isFull ? "minimize" : "maximize",
      label: "Plein écran",
      isOn: isFull,
      run: () => onFull(!isFull),
    },
  ]

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isComposing(event) || event.altKey) return
    if (event.key === "Enter" && !event.shiftKey && edit(continueList)) return event.preventDefault()
    const command =
      (event.ctrlKey || event.metaKey) &&
      !event.shiftKey &&
      { b: bold, i: italic, k: link }[event.key.toLowerCase()]
    if (!command) return
    // The sidebar, which Ctrl+B folds elsewhere, leaves alone what was answered.
    event.preventDefault()
    command()
  }

  const onPaste = (event: React.ClipboardEvent<HTMLTextAreaElement>) => {
    const files = media ? filesOf(event.clipboardData) : []
    if (files.length === 0) return setNotice(pasteInto(event.currentTarget, event))
    event.preventDefault()
    void media?.upload(files)
  }

  const hasFiles = (event: React.DragEvent) => media !== null && event.dataTransfer.types.includes("Files")
  const onDrop = (event: React.DragEvent<HTMLTextAreaElement>) => {
    setIsOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    void media?.upload([...event.dataTransfer.files])
  }

  const isDrawn = !isHidden && text.length <= MAX_DRAWN
  return (
    <>
      <Toolbar tools={tools} controls={control.id} />
      <div className={`md-area ${isDrawn ? "md-drawn" : ""} ${isOver ? "md-over" : ""}`}>
        {isDrawn && <Layer text={text} />}
        <textarea
          {...control}
          ref={area}
          onInput={(event) => setText(event.currentTarget.value)}
          onScroll={({ currentTarget }) => followScroll(currentTarget.previousElementSibling)}
          {...composing}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onDragOver={(event) => {
            if (!hasFiles(event)) return
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={onDrop}
          className="control"
        />
      </div>
      <div className="md-foot noscript:hidden">
        <p role="status">{notice}</p>
        {!isHidden && <WordCount text={text} />}
      </div>
    </>
  )
}

/** Also in Safari, where the key that ends it comes after it. */
export function isComposing({ nativeEvent }: React.KeyboardEvent) {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
