import { useId, useState } from "react"
import { FieldNotes, RequiredMark } from "./field-frame.tsx"
import { MarkdownPreview, usePreview } from "./markdown-preview.tsx"
import { type FieldProps, useField } from "./use-field.ts"

type Props = FieldProps & { rows: number; defaultValue?: string }

const HELP = "Mise en forme Markdown : **gras**, *italique*, [lien](https://…)"
const TABS = [
  { id: "write", label: "Écrire" },
  { id: "preview", label: "Aperçu" },
] as const
type TabId = (typeof TABS)[number]["id"]

/** Text with Markdown, and its real rendering as the site will show it. */
export function MarkdownField({ hint = HELP, ...props }: Props) {
  const { frame, control } = useField({ hint, ...props })
  const { id } = frame
  const [tab, setTab] = useState<TabId>("write")
  const preview = usePreview()
  const panel = useId()

  const show = (next: TabId) => {
    setTab(next)
    const text = document.getElementById(id)
    if (next === "preview" && text instanceof HTMLTextAreaElement) void preview.load(text.value)
  }

  return (
    <div className={frame.className}>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-3">
        <label htmlFor={id} className="mr-auto font-semibold">
          {frame.label}
        </label>
        {frame.required && <RequiredMark />}
      </div>
      <Tabs panel={panel} shown={tab} onShow={show} />
      <div
        id={`${panel}-write`}
        role="tabpanel"
        aria-labelledby={`${panel}-write-tab`}
        hidden={tab !== "write"}
      >
        {/* A form that finds the text invalid says so with this event, then moves the focus to it. */}
        <textarea {...control} onInvalid={() => setTab("write")} className="control" />
      </div>
      <div
        id={`${panel}-preview`}
        role="tabpanel"
        aria-labelledby={`${panel}-preview-tab`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A panel to read is reached from its tab.
        tabIndex={0}
        hidden={tab !== "preview"}
      >
        <MarkdownPreview preview={preview} onRetry={() => show("preview")} />
      </div>
      <FieldNotes {...frame} />
    </div>
  )
}

type TabsProps = { panel: string; shown: TabId; onShow: (tab: TabId) => void }

function Tabs({ panel, shown, onShow }: TabsProps) {
  return (
    <div role="tablist" aria-label="Écriture ou aperçu" className="flex gap-1 noscript:hidden">
      {TABS.map((tab) => (
        <button
          key={tab.id}
          id={`${panel}-${tab.id}-tab`}
          type="button"
          role="tab"
          aria-selected={tab.id === shown}
          aria-controls={`${panel}-${tab.id}`}
          tabIndex={tab.id === shown ? 0 : -1}
          onClick={() => onShow(tab.id)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
            const other = TABS.find(({ id }) => id !== tab.id) ?? tab
            onShow(other.id)
            document.getElementById(`${panel}-${other.id}-tab`)?.focus()
          }}
          className={`min-h-11 border-b-4 px-4 font-semibold hover:border-paper-ink ${tab.id === shown ? "border-blood" : "border-transparent text-paper-ink"}`}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
