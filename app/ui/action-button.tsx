import type { LucideIcon } from "lucide-react"
import { useFetcher } from "react-router"
import { HiddenFields } from "./hidden-fields.tsx"

type Props = {
  label: string
  icon?: LucideIcon
  /** What it is about, for those who do not see the row it stands in. */
  subject?: string
  fields: Record<string, string>
}

/** One click that posts `fields`; a second one waits for the answer. */
export function ActionButton({ label, icon: Icon, subject, fields }: Props) {
  // Not a navigation: what is being typed elsewhere on the page stays.
  const { Form, state } = useFetcher()
  const isRunning = state !== "idle"
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        if (isRunning) event.preventDefault()
      }}
    >
      <HiddenFields fields={fields} />
      <button type="submit" aria-disabled={isRunning} className="office-button">
        {Icon && <Icon aria-hidden="true" />}
        {label}
        {subject && <span className="sr-only"> : {subject}</span>}
      </button>
    </Form>
  )
}
