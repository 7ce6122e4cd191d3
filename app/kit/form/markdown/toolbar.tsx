import { useRef } from "react"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"

export type Tool = { icon: IconName; label: string; keys?: string; run: () => void; isOn?: boolean }

/** One stop of the Tab key: arrows, Home and End walk through the tools. */
export function Toolbar({ tools, controls }: { tools: Tool[]; controls: string }) {
  const bar = useRef<HTMLDivElement>(null)
  const walk = (event: React.KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll("button") ?? [])]
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
      className="md-toolbar noscript:hidden"
    >
      {tools.map(({ icon, label, keys, run, isOn }, index) => (
        <button
          key={label}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          title={keys ? `${label} (${keys})` : label}
          aria-label={label}
          aria-pressed={isOn}
          // The text keeps its selection, and phones their keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}
