import { useId } from "react"
import { Link } from "react-router"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import type { Wait } from "./waiting.ts"

type Props = {
  waits: Wait[]
  /** Everything could be looked at. */
  isSure: boolean
}

const SIGNS: Record<Wait["state"], { icon: IconName; label: string }> = {
  fix: { icon: "triangle-alert", label: "À corriger" },
  look: { icon: "circle-alert", label: "À voir" },
  todo: { icon: "inbox", label: "À traiter" },
}

/** What waits for somebody or is broken, each with the way there; nothing where nothing does. */
export function WaitingStrip({ waits, isSure }: Props) {
  const titleId = useId()
  if (waits.length === 0 && isSure) return null
  return (
    <section aria-labelledby={titleId} className="waiting-strip">
      <p id={titleId} className="poster text-lg tracking-wide">
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
              <span className="min-w-0 flex-1 break-words">{text}</span>
              <Icon name="chevron-right" className="flex-none" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
