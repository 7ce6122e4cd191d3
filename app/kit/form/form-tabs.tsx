import { useEffect, useId, useRef } from "react"

type Tab = { label: string; content: React.ReactNode }

type Props = {
  tabs: Tab[]
  /** By its label. */
  shown: string
  onShow: (label: string) => void
  /** What all parts have above them. */
  above?: React.ReactNode
  /** Links to pages that stand beside the parts. */
  further?: React.ReactNode
}

/** A long form in parts, of which one is shown; all of it is sent. Without scripts the parts stand below each other. */
export function FormTabs({ tabs, shown, onShow, above, further }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    const at = tabs.findIndex(({ label }) => label === shown)
    const next = (at + step + tabs.length) % tabs.length
    onShow(tabs[next]?.label ?? shown)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
  }
  return (
    <>
      <div className="form-tabs">
        <div
          ref={list}
          role="tablist"
          aria-label="Parties du formulaire"
          className="contents noscript:hidden"
        >
          {tabs.map(({ label }, index) => (
            <button
              key={label}
              type="button"
              role="tab"
              id={`${id}-${index}`}
              aria-selected={label === shown}
              aria-controls={`${id}-${index}-panel`}
              tabIndex={label === shown ? 0 : -1}
              onClick={() => onShow(label)}
              onKeyDown={move}
              className="section-tab"
            >
              {label}
            </button>
          ))}
        </div>
        {further}
      </div>
      {above}
      {tabs.map(({ label, content }, index) => (
        <Panel
          key={label}
          id={`${id}-${index}`}
          label={label}
          isShown={label === shown}
          onShow={() => onShow(label)}
        >
          {content}
        </Panel>
      ))}
    </>
  )
}

type PanelProps = {
  id: string
  label: string
  isShown: boolean
  onShow: () => void
  children: React.ReactNode
}

function Panel({ id, label, isShown, onShow, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const show = useRef(onShow)
  useEffect(() => {
    show.current = onShow
  })
  // A form that finds a field wrong says so with this event, then moves the focus to it.
  useEffect(() => {
    const element = panel.current
    const listener = () => show.current()
    element?.addEventListener("invalid", listener, true)
    return () => element?.removeEventListener("invalid", listener, true)
  }, [])
  return (
    <div
      ref={panel}
      id={`${id}-panel`}
      role="tabpanel"
      aria-labelledby={id}
      className={isShown ? "form-tab-panel" : "form-tab-panel hidden noscript:grid"}
    >
      <h2 className="hidden text-lg font-semibold noscript:block">{label}</h2>
      {children}
    </div>
  )
}
