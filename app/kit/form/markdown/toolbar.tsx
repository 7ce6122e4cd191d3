import { useRef, useState } from "react"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"

export type Tool = {
  icon: IconName
  label: string
  keys?: string
  run: () => void
  isOn?: boolean
  /** There is nothing that it could do now. */
  isIdle?: boolean
}

/** One stop of the Tab key: arrows, Home and End walk through the tools. In a narrow card most open by one of them. */
export function Toolbar({ tools, controls }: { tools: Tool[]; controls: string }) {
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

function ToolButton({ icon, label, keys, run, isOn, isIdle, ...own }: ToolButtonProps) {
  const { isOpen, isFirst = false, className } = own
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      title={keys ? `${label} (${keys})` : label}
      aria-label={label}
      aria-pressed={isOn}
      aria-expanded={isOpen}
      aria-disabled={isIdle || undefined}
      // The text keeps its selection, and phones their keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
      className={className}
    >
      <Icon name={icon} />
    </button>
  )
}
