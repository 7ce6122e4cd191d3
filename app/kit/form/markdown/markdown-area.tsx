import { use, useEffect, useRef, useState } from "react"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import { type BlockTool, BlockToolsContext } from "../block-tools.ts"
import { applyEdit, selectedIn } from "./apply-edit.ts"
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
import { countWords, spellWords } from "./count-words.ts"
import { followScroll, Layer, MAX_DRAWN } from "./layer.tsx"
import { filesOf, pasteInto } from "./paste.ts"
import { useInsertMedia } from "./use-insert-media.ts"

type Props = React.ComponentProps<"textarea"> & {
  id: string
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/**
 * A textarea, with tools over it and its signs drawn under it. The text is the textarea's alone: undo, spelling, selection and
 * input methods are the browser's, and without scripts nothing is missing.
 */
export function MarkdownArea({ isFull, onFull, ...control }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(String(control.defaultValue ?? ""))
  const [isOver, setIsOver] = useState(false)
  const blocks = use(BlockToolsContext)
  const { source: media, notice, setNotice, composing } = useInsertMedia(area)

  // Browsers put back what was typed before a page was left.
  useEffect(() => setText(area.current?.value ?? ""), [])

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
    const text = await pick()
    if (text === undefined) area.current?.focus()
    else edit((selected) => insertBlock(selected, text))
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

  const isDrawn = text.length <= MAX_DRAWN
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
        <p className="md-count">{spellWords(countWords(text))}</p>
      </div>
    </>
  )
}

/** Also in Safari, where the key that ends it comes after it. */
export function isComposing({ nativeEvent }: React.KeyboardEvent) {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}

type Tool = { icon: IconName; label: string; keys?: string; run: () => void; isOn?: boolean }

/** One stop of the Tab key: arrows, Home and End walk through the tools. In a narrow card most open by one of them. */
function Toolbar({ tools, controls }: { tools: Tool[]; controls: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const walk = (event: React.KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])].filter((one) =>
      one.checkVisibility(),
    )
    const at = buttons.findIndex((button) => button === document.activeElement)
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = buttons.at(step % buttons.length)
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1
    next?.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Mise en forme"
      aria-controls={controls}
      tabIndex={-1}
      onKeyDown={walk}
      data-whole={isWhole || undefined}
      className="md-toolbar noscript:hidden"
    >
      {tools.slice(0, -1).map((tool, index) => (
        <ToolButton key={tool.label} {...tool} isFirst={index === 0} />
      ))}
      <ToolButton
        icon="ellipsis"
        label="Autres outils"
        isOpen={isWhole}
        run={() => setIsWhole(!isWhole)}
        className="md-more"
      />
      {tools.slice(-1).map((tool) => (
        <ToolButton key={tool.label} {...tool} />
      ))}
    </div>
  )
}

type ToolButtonProps = Tool & { isFirst?: boolean; isOpen?: boolean; className?: string }

function ToolButton({ icon, label, keys, run, isOn, isOpen, isFirst = false, className }: ToolButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      title={keys ? `${label} (${keys})` : label}
      aria-label={label}
      aria-pressed={isOn}
      aria-expanded={isOpen}
      // The text keeps its selection, and phones their keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
      className={className}
    >
      <Icon name={icon} />
    </button>
  )
}
