import { useId, useState } from "react"
import { Link } from "react-router"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import type { Wait } from "./waiting.ts"

type Props = {
  waits: Wait[]
  /** Everything could be looked at. */
  isSure: boolean
  /** Before it in the same line. */
  children?: React.ReactNode
}

/** One line above the page (two on a phone): what there is to do; nothing where there is nothing. */
export function WaitingStrip({ waits, isSure, children }: Props) {
  const isCalm = waits.length === 0 && isSure
  if (isCalm && !children) return null
  return (
    <div className="waiting-strip">
      {children}
      {!isCalm && <Waiting waits={waits} isSure={isSure} />}
    </div>
  )
}

const SIGNS: Record<Wait["state"], { icon: IconName; label: string }> = {
  fix: { icon: "triangle-alert", label: "À corriger" },
  look: { icon: "circle-alert", label: "À voir" },
  todo: { icon: "inbox", label: "À traiter" },
}

/** What waits for somebody or is broken, each with the way there. The first ones are seen, all others by a click. */
function Waiting({ waits, isSure }: Omit<Props, "children">) {
  const titleId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby={titleId} className="waiting-part" data-open={isOpen || undefined}>
      <p id={titleId} className="waiting-title">
        À traiter
      </p>
      {!isSure && (
        <p role="alert" className="font-semibold text-blood-dark">
          Tout n’a pas pu être vérifié. Rechargez la page dans un instant.
        </p>
      )}
      <ul className="waiting-lines">
        {waits.map(({ state, text, to }) => (
          <li key={to + text}>
            <Link to={to} className="waiting-line" data-state={state}>
              <Icon name={SIGNS[state].icon} className="flex-none" />
              <span className="sr-only">{SIGNS[state].label} : </span>
              <span className="waiting-text">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      {waits.length > 1 && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="waiting-more noscript:hidden"
        >
          {isOpen ? "Réduire" : `Tout voir (${waits.length})`}
        </button>
      )}
    </section>
  )
}
