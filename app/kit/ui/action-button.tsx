import { use } from "react"
import { useFetcher } from "react-router"
import { FormTarget } from "#app/kit/http/form-target.ts"
import { HiddenFields } from "./hidden-fields.tsx"
import { Icon, type IconName } from "./icon.tsx"

type Props = {
  label: React.ReactNode
  icon?: IconName
  /** What it is about, for those who do not see the row it stands in. */
  subject?: string
  fields: Record<string, string>
  /** Seen as its icon alone, in a row of them. */
  isIcon?: boolean
  /** The key that presses it while its row has the focus. */
  shortcut?: string
  /** The page that does it, where that is not this one. */
  to?: string
  className?: string
}

/** One click that posts `fields`; a second one waits for the answer. */
export function ActionButton({ label, icon, subject, fields, isIcon = false, ...props }: Props) {
  const { shortcut, to, className = "" } = props
  // Not a navigation: what is being typed elsewhere on the page stays.
  const { Form, state } = useFetcher()
  const target = use(FormTarget)
  const isRunning = state !== "idle"
  return (
    <Form
      method="post"
      action={to ?? target?.to}
      onSubmit={(event) => {
        if (isRunning) event.preventDefault()
      }}
    >
      <HiddenFields fields={fields} />
      <button
        type="submit"
        aria-disabled={isRunning}
        data-key={shortcut}
        title={isIcon && typeof label === "string" ? label : undefined}
        className={isIcon ? "icon-button" : `office-button ${className}`}
      >
        {icon && <Icon name={icon} />}
        <span className={isIcon ? "icon-word" : "contents"}>{label}</span>
        {subject && <span className="sr-only"> : {subject}</span>}
      </button>
    </Form>
  )
}
