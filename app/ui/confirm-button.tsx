import type { LucideIcon } from "lucide-react"
import { useState } from "react"
import { useFetcher } from "react-router"
import { Dialog } from "./dialog.tsx"
import { HiddenFields } from "./hidden-fields.tsx"

type Props = {
  label: string
  icon?: LucideIcon
  /** What it is about, for those who do not see the row it stands in. */
  subject?: string
  /** Names the item. */
  question: string
  detail?: string
  confirmLabel?: string
  fields: Record<string, string>
  /** For who wants to know what came of it (`useFetcher` with the same key). */
  fetcherKey?: string
}

/** A button that asks before it posts `fields`. */
export function ConfirmButton({
  label,
  icon: Icon,
  subject,
  question,
  detail = "Cette action est définitive.",
  confirmLabel = "Supprimer",
  fields,
  fetcherKey,
}: Props) {
  const [isOpen, setIsOpen] = useState(false)
  // Not a navigation: what is being typed elsewhere on the page stays.
  const { Form } = useFetcher({ key: fetcherKey })
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} aria-haspopup="dialog" className="office-button">
        {Icon && <Icon aria-hidden="true" />}
        {label}
        {subject && <span className="sr-only"> : {subject}</span>}
      </button>
      <Dialog isOpen={isOpen} onClose={close} title={question} isQuestion>
        <p>{detail}</p>
        {/* Closing takes the form away, and with it any second click. */}
        <Form method="post" onSubmit={close} className="mt-6 flex flex-wrap justify-end gap-3">
          <HiddenFields fields={fields} />
          <button type="button" onClick={close} className="office-button">
            Annuler
          </button>
          <button type="submit" className="office-button office-button-danger">
            {confirmLabel}
          </button>
        </Form>
      </Dialog>
    </>
  )
}
