import { useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { FieldNotes, RequiredMark } from "./field-frame.tsx"
import { askPreview } from "./markdown/ask-preview.ts"
import { isComposing, MarkdownArea } from "./markdown/markdown-area.tsx"
import type { Editor } from "./rich-text/editor.ts"
import { RichText } from "./rich-text/rich-text.tsx"
import { chooseWay, useWay } from "./rich-text/way.ts"
import { type FieldProps, useField } from "./use-field.ts"

type Props = FieldProps & { rows: number; defaultValue?: string }

const HELP = "Mise en forme : **gras**, *italique*, [lien](https://…)"
const TABS = [
  { id: "rich", label: "Texte" },
  { id: "raw", label: "Texte brut" },
  { id: "preview", label: "Aperçu" },
] as const
type TabId = (typeof TABS)[number]["id"]

/** A long text as it will be read, as it is stored, in Markdown, and its real rendering as the site will show it (docs/product.md 15.8). */
export function MarkdownField({ hint, ...props }: Props) {
  const way = useWay()
  const help = way === "raw" ? HELP : <span className="hidden noscript:inline">{HELP}</span>
  const { frame, control } = useField({
    ...props,
    hint: (
      <>
        {hint} {help}
      </>
    ),
  })
  const { id } = frame
  const [isPreview, setIsPreview] = useState(false)
  const [isRich, setIsRich] = useState(false)
  const preview = usePreview()
  const panel = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  /** What the textarea is in, once it is there: the editor begins with its text. */
  const [raw, setRaw] = useState<HTMLElement | null>(null)
  const editor = useRef<Editor>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const frameRef = useRef<HTMLDivElement>(null)
  const [isFull, setIsFull] = useState(false)

  const show = (next: TabId) => {
    setIsPreview(next === "preview")
    if (next === "preview") return void preview.load(area.current?.value ?? "")
    chooseWay(next)
    if (next === "raw") setIsRich(false)
  }

  // Above everything else, and the text keeps its focus and what can be undone: it stays where it is in the page.
  useLayoutEffect(() => {
    const element = frameRef.current
    if (!isFull || !element) return
    element.showPopover()
    return stayInSight(element)
  }, [isFull])

  // A form that finds the text invalid says so with this event, then moves the focus to it; so does what leads to it.
  useEffect(() => {
    const [hidden, shown] = [area.current, place.current]
    const lead = () => {
      setIsPreview(false)
      requestAnimationFrame(() => editor.current?.focus())
    }
    hidden?.addEventListener("invalid", lead)
    shown?.addEventListener("invalid", lead, { capture: true })
    return () => {
      hidden?.removeEventListener("invalid", lead)
      shown?.removeEventListener("invalid", lead, { capture: true })
    }
  }, [way, raw])

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!isFull || event.isDefaultPrevented()) return
    if (event.key === "Escape" && !isComposing(event)) setIsFull(false)
    else if (event.key === "Tab") stayInside(event, frameRef.current)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Keys are only heard while it is a dialog.
    <div
      ref={frameRef}
      popover={isFull ? "manual" : undefined}
      role={isFull ? "dialog" : undefined}
      aria-modal={isFull || undefined}
      aria-label={isFull ? frame.label : undefined}
      onKeyDown={onKeyDown}
      className={isFull ? "md-full" : frame.className}
    >
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- As a label does of itself where it is one of a textarea. */}
        <label
          id={`${id}-label`}
          htmlFor={isRich ? undefined : id}
          onClick={() => editor.current?.focus()}
          className="mr-auto font-semibold"
        >
          {frame.label}
        </label>
        {frame.required && <RequiredMark />}
      </div>
      <Tabs panel={panel} shown={isPreview ? "preview" : (way ?? "rich")} onShow={show} />
      <div
        id={`${panel}-write`}
        role="tabpanel"
        aria-labelledby={`${panel}-${way ?? "rich"}-tab`}
        hidden={isPreview}
      >
        {way === "rich" && raw && (
          <RichText
            id={id}
            area={area}
            editor={editor}
            place={place}
            attributes={attributesOf(control)}
            isFull={isFull}
            onFull={setIsFull}
            onStatus={(status) => setIsRich(status === "ready")}
          />
        )}
        <div ref={setRaw} hidden={isRich} className="rich-whole">
          <MarkdownArea {...control} area={area} isHidden={isRich} isFull={isFull} onFull={setIsFull} />
        </div>
      </div>
      <div
        id={`${panel}-preview`}
        role="tabpanel"
        aria-labelledby={`${panel}-preview-tab`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A panel to read is reached from its tab.
        tabIndex={0}
        hidden={!isPreview}
      >
        <MarkdownPreview preview={preview} onRetry={() => show("preview")} />
      </div>
      <FieldNotes {...frame} />
    </div>
  )
}

/** What says to assistive technology of the editor what it says of the textarea. */
function attributesOf(control: React.ComponentProps<"textarea"> & { id: string }) {
  const described = control["aria-describedby"]
  return {
    role: "textbox",
    tabindex: "0",
    class: "control prose rich-text",
    style: `--rows: ${control.rows}`,
    "aria-multiline": "true",
    "aria-labelledby": `${control.id}-label`,
    ...(described && { "aria-describedby": described }),
    ...(control["aria-invalid"] && { "aria-invalid": "true" }),
    ...(control.required && { "aria-required": "true" }),
  }
}

type State = { status: "loading" } | { status: "failed" } | { status: "ready"; html: string }

/** Asks the server how a text will look. A failure stays here: it must not cost the text that is being written. */
function usePreview() {
  const [state, setState] = useState<State>({ status: "ready", html: "" })
  const latest = useRef(0)

  const load = async (markdown: string) => {
    const request = ++latest.current
    setState({ status: "loading" })
    const html = await askPreview(markdown)
    if (request === latest.current)
      setState(html === undefined ? { status: "failed" } : { status: "ready", html })
  }
  return { state, load }
}

/** Phones lay their keyboard over the page, which does not know of it: as high as what is left. @returns what ends it */
function stayInSight(frame: HTMLElement) {
  const { visualViewport: seen } = window
  const stop = new AbortController()
  const fit = () => {
    const isZoomed = !seen || seen.scale > 1.01
    frame.style.height = isZoomed ? "" : `${seen.height}px`
    frame.style.top = isZoomed ? "" : `${seen.offsetTop}px`
  }
  fit()
  for (const event of ["resize", "scroll"]) seen?.addEventListener(event, fit, { signal: stop.signal })
  return () => {
    stop.abort()
    frame.style.removeProperty("height")
    frame.style.removeProperty("top")
  }
}

/** Over the whole page, nothing behind it is reached by the Tab key. */
function stayInside(event: React.KeyboardEvent, frame: HTMLElement | null) {
  const stops = [
    ...(frame?.querySelectorAll<HTMLElement>("button, input, textarea, a[href], [tabindex]") ?? []),
  ].filter((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches("[contenteditable] a"))
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}

type TabsProps = { panel: string; shown: TabId; onShow: (tab: TabId) => void }

function Tabs({ panel, shown, onShow }: TabsProps) {
  return (
    <div role="tablist" aria-label="Façon de voir le texte" className="flex gap-1 noscript:hidden">
      {TABS.map((tab) => (
        <button
          key={tab.id}
          id={`${panel}-${tab.id}-tab`}
          type="button"
          role="tab"
          aria-selected={tab.id === shown}
          aria-controls={`${panel}-${tab.id === "preview" ? "preview" : "write"}`}
          tabIndex={tab.id === shown ? 0 : -1}
          onClick={() => onShow(tab.id)}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
            if (step === undefined) return
            const other = TABS.at((TABS.indexOf(tab) + step) % TABS.length) ?? tab
            onShow(other.id)
            document.getElementById(`${panel}-${other.id}-tab`)?.focus()
          }}
          className={`min-h-11 border-b-4 px-4 font-semibold hover:border-paper-ink ${tab.id === shown ? "border-blood" : "border-transparent text-paper-ink forced-colors:border-[Canvas]"}`}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

type Preview = ReturnType<typeof usePreview>

function MarkdownPreview({ preview: { state }, onRetry }: { preview: Preview; onRetry: () => void }) {
  return (
    <div className="min-h-40 rounded-xs border border-rule bg-sheet p-4" aria-live="polite">
      {state.status === "loading" && <p className="text-paper-ink">Chargement de l’aperçu…</p>}
      {state.status === "failed" && (
        <div className="flex flex-wrap items-center gap-4">
          <p className="font-semibold text-blood-dark">L’aperçu n’a pas pu être chargé.</p>
          <button type="button" onClick={onRetry} className="office-button">
            Réessayer
          </button>
        </div>
      )}
      {state.status === "ready" && state.html === "" && <p className="text-paper-ink">Rien à afficher.</p>}
      {state.status === "ready" && state.html !== "" && (
        // The server's sanitised rendering, the same as on the site.
        <div className="prose" dangerouslySetInnerHTML={{ __html: state.html }} />
      )}
    </div>
  )
}
