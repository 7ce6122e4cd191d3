import { type RefObject, use, useEffect, useRef, useState } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"
import { BlockToolsContext } from "../block-tools.ts"
import { type Tool, Toolbar } from "../markdown/toolbar.tsx"
import { WordCount } from "../markdown/word-count.tsx"
import type { CommandName } from "./commands.ts"
import type { Editor, EmptyLine } from "./editor.ts"
import { InsertMenu } from "./insert-menu.tsx"
import { LinkBar } from "./link-bar.tsx"
import { TableBar } from "./table-bar.tsx"
import { type EditorStatus, useEditor } from "./use-editor.ts"
import { useRichMedia } from "./use-rich-media.ts"
import { useRichPaste } from "./use-rich-paste.ts"

type Props = {
  id: string
  area: RefObject<HTMLTextAreaElement | null>
  /** The editor itself, for who leads to it. */
  editor: RefObject<Editor | undefined>
  place: RefObject<HTMLDivElement | null>
  attributes: Record<string, string>
  isFull: boolean
  onFull: (isFull: boolean) => void
  onStatus: (status: EditorStatus) => void
}

/** A text as it will be read, with tools over it. What it is saved as stands in the textarea. */
export function RichText({ id, area, editor, place, attributes, isFull, onFull, onStatus }: Props) {
  const [linked, setLinked] = useState<string>()
  const [menu, setMenu] = useState<EmptyLine & { isTyped: boolean }>()
  const blocks = use(BlockToolsContext)
  const { source: media, insert, bring, notice, setNotice, setComing } = useRichMedia(editor, area)
  const bars = useAboveKeyboard(editor)
  const onPaste = useRichPaste(editor, media?.send, setNotice)

  const askLink = () => setLinked(editor.current?.linkAt() ?? "")
  const openMenu = (isTyped: boolean) => {
    const line = editor.current?.lookNow().emptyLine
    if (line) setMenu({ ...line, isTyped })
  }
  const { status, look, retry } = useEditor({
    area,
    place,
    editorRef: editor,
    attributes: { ...attributes, id: `${id}-text` },
    onLink: askLink,
    onMenu: () => openMenu(true),
    onFiles: bring,
    onPaste,
    onComing: setComing,
  })
  useEffect(() => onStatus(status), [status, onStatus])

  const tool = (name: CommandName & Tool["icon"], label: string, keys?: string): Tool => ({
    icon: name,
    label,
    keys,
    isOn: look?.active.has(name),
    run: () => editor.current?.run(name),
  })
  const lines: Tool[] = [
    tool("heading-2", "Rubrique"),
    tool("heading-3", "Sous-rubrique"),
    tool("list", "Liste"),
    tool("list-ordered", "Liste numérotée"),
    tool("quote", "Citation"),
  ]
  const others: Tool[] = [
    tool("table", "Tableau"),
    { ...tool("superscript", "Note de bas de page"), isOn: undefined },
    ...(media ? [{ icon: "image-plus", label: "Image ou son", run: () => void media.pick() } as const] : []),
    ...blocks.map(({ icon, label, pick }) => ({ icon, label, run: () => void insert(pick) })),
  ]
  const tools: Tool[] = [
    tool("bold", "Gras", "Ctrl+B"),
    tool("italic", "Italique", "Ctrl+I"),
    { icon: "link", label: "Lien", keys: "Ctrl+K", isOn: look?.active.has("link"), run: askLink },
    ...lines,
    ...others,
    { ...tool("undo", "Défaire", "Ctrl+Z"), isOn: undefined, isIdle: !look?.canUndo },
    { ...tool("redo", "Refaire", "Ctrl+Y"), isOn: undefined, isIdle: !look?.canRedo },
    {
      icon: isFull ? "minimize" : "maximize",
      label: "Plein écran",
      isOn: isFull,
      run: () => onFull(!isFull),
    },
  ]

  return (
    <>
      {status === "failed" && (
        <p role="status" className="flex flex-wrap items-center gap-3 py-2 text-sm">
          Le texte n’a pas pu être mis en forme : il s’écrit ici tel qu’il est enregistré.
          <button type="button" onClick={retry} className="office-button">
            Réessayer
          </button>
        </p>
      )}
      <div hidden={status !== "ready"} className="rich-whole">
        <div ref={bars} className="rich-bars">
          <Toolbar tools={tools} controls={`${id}-text`} />
          {linked !== undefined && (
            <LinkBar
              href={linked}
              onSet={(address) => {
                setLinked(undefined)
                editor.current?.setLink(address)
              }}
              onClose={() => {
                setLinked(undefined)
                editor.current?.focus()
              }}
            />
          )}
          {look?.active.has("table") && (
            <TableBar run={(name) => editor.current?.run(name)} controls={`${id}-text`} />
          )}
        </div>
        <div className="rich-area">
          <div ref={place} className="rich-scroll" />
          {look?.emptyLine && (
            <button
              type="button"
              title="Insérer (/)"
              aria-label="Insérer"
              aria-haspopup="menu"
              aria-expanded={menu !== undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => openMenu(false)}
              className="rich-plus"
              style={{ top: look.emptyLine.top, height: look.emptyLine.height }}
            >
              <Icon name="plus" />
            </button>
          )}
          {menu && (
            <InsertMenu
              tools={[
                ...lines,
                { icon: "ellipsis", label: "Séparation", run: () => editor.current?.run("rule") },
                ...others,
              ]}
              top={menu.top}
              left={menu.left}
              height={menu.height}
              onClose={(goesBack) => {
                setMenu(undefined)
                if (goesBack) editor.current?.focus()
              }}
              onType={(text) => {
                setMenu(undefined)
                editor.current?.typeText((menu.isTyped ? "/" : "") + (text === "/" ? "" : text))
                editor.current?.focus()
              }}
            />
          )}
        </div>
        <div className="md-foot">
          <p role="status">{notice}</p>
          <WordCount text={look?.words ?? ""} />
        </div>
      </div>
    </>
  )
}

/** Phones lay their keyboard over the page, which does not know of it: as high above the page's end as that is. */
function useAboveKeyboard(editor: RefObject<Editor | undefined>) {
  const bars = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { visualViewport: seen } = window
    const stop = new AbortController()
    let before = "0px"
    const fit = () => {
      const isZoomed = !seen || seen.scale > 1.01
      const height = isZoomed ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop)
      const keyboard = `${Math.round(height)}px`
      if (keyboard === before) return
      before = keyboard
      bars.current?.style.setProperty("--keyboard", keyboard)
      editor.current?.keepInSight()
    }
    for (const event of ["resize", "scroll"]) seen?.addEventListener(event, fit, { signal: stop.signal })
    return () => stop.abort()
  }, [editor])
  return bars
}
