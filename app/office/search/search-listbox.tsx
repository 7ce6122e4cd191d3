import { useEffect } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"
import type { Option, Section } from "./search-options.ts"

type Props = {
  id: string
  sections: Section[]
  active: Option | undefined
  idOf: (option: Option) => string
  onPoint: (option: Option) => void
  onChoose: (option: Option) => void
  isBusy: boolean
}

/** What can be chosen, under the headings of its kinds. The focus stays in the field. */
export function SearchListbox({ id, sections, active, idOf, onPoint, onChoose, isBusy }: Props) {
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" })
  }, [activeId])

  return (
    <div id={id} role="listbox" aria-label="Résultats" aria-busy={isBusy} className="search-list">
      {sections.map(({ label, options }, index) => (
        <div key={label} role="group" aria-labelledby={`${id}-${index}`}>
          <p id={`${id}-${index}`} role="presentation" className="search-heading">
            {label}
          </p>
          {options.map((option) => (
            <OptionLine
              key={option.key}
              id={idOf(option)}
              option={option}
              isActive={option === active}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type LineProps = Pick<Props, "onPoint" | "onChoose"> & { id: string; option: Option; isActive: boolean }

/** An address is a link, so that the browser can open it in another tab by its own ways. */
function OptionLine({ id, option, isActive, onPoint, onChoose }: LineProps) {
  const { icon, label, detail, action } = option
  const isLink = "to" in action
  const Line = isLink ? "a" : "div"
  return (
    <Line
      id={id}
      {...(isLink && { href: action.to })}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Not when the list moves under a pointer that rests.
      onPointerMove={() => {
        if (!isActive) onPoint(option)
      }}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (isLink && (event.ctrlKey || event.metaKey || event.shiftKey)) return
        event.preventDefault()
        onChoose(option)
      }}
      className="search-option"
    >
      <Icon name={icon} className="size-5 flex-none" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold">{label}</span>
        {detail && <span className="line-clamp-1 text-sm text-paper-ink">{detail}</span>}
      </span>
    </Line>
  )
}
