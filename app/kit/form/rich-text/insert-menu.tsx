import { useLayoutEffect, useRef } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { Tool } from "../markdown/toolbar.tsx"

type Props = {
  tools: Tool[]
  /** Where the line is that it opens at. */
  top: number
  left: number
  height: number
  /** @param goesBack to the text */
  onClose: (goesBack: boolean) => void
  /** Whoever goes on typing meant no menu. */
  onType: (text: string) => void
}

/** What can stand on an empty line. */
export function InsertMenu({ tools, top, left, height, onClose, onType }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    // Above the line where below there is no room.
    if (element && element.getBoundingClientRect().bottom > window.innerHeight)
      element.style.translate = `0 calc(-100% - ${height}px - ${2 * GAP}px)`
    element?.querySelector("button")?.focus({ preventScroll: true })
  }, [height])

  const onKeyDown = (event: React.KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll("button") ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    const isText = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey
    if (step !== undefined) items.at(step % items.length)?.focus()
    else if (event.key === "Escape" || event.key === "Tab") onClose(true)
    else if (isText) onType(event.key)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={menu}
      role="menu"
      aria-label="Insérer"
      tabIndex={-1}
      className="rich-menu"
      style={{ top: top + height + GAP, left }}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose(false)
      }}
    >
      {tools.map(({ icon, label, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose(false)
            run()
          }}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  )
}

/** Between the line and the menu. */
const GAP = 4
