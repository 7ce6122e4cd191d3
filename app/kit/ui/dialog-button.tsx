import { useState } from "react"
import { useLocation } from "react-router"
import { ASKED, withoutAsked } from "#app/kit/http/questions.ts"
import { Dialog } from "./dialog.tsx"
import { HiddenFields } from "./hidden-fields.tsx"
import { Icon, type IconName } from "./icon.tsx"

type Props = {
  label: React.ReactNode
  icon?: IconName
  /** What it is about, for those who do not see the row it stands in. */
  subject?: string
  /** What the dialog is about: an intent, and mostly an id. */
  fields: { intent: string } & Record<string, string>
  /** The fields stand in no address and no history. */
  isPrivate?: boolean
  className?: string
  title: string
  /** A question is answered by its buttons: it has no cross. */
  isQuestion?: boolean
  /** To the form in the dialog: what has a message to show opens it by itself. */
  response?: { message?: unknown }
  /** What the dialog holds. @param cancel a button that closes it */
  children: (close: () => void, cancel: React.ReactNode) => React.ReactNode
}

/** A button that opens a dialog. Without scripts it asks the server for the same as a page (`findAsked`). */
export function DialogButton({ label, icon, subject, className = "", response, children, ...props }: Props) {
  const { fields, isPrivate = false, title, isQuestion } = props
  const { pathname, search } = useLocation()
  const [isOpen, setIsOpen] = useState(response?.message !== undefined)
  const close = () => setIsOpen(false)
  const { intent, ...about } = fields
  const kept = isPrivate ? {} : Object.fromEntries(withoutAsked(search))
  return (
    <>
      <form
        method={isPrivate ? "post" : "get"}
        action={pathname}
        onSubmit={(event) => {
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <HiddenFields fields={{ ...kept, [ASKED]: intent, ...about }} />
        <button type="submit" aria-haspopup="dialog" className={`office-button ${className}`}>
          {icon && <Icon name={icon} />}
          {label}
          {subject && <span className="sr-only"> : {subject}</span>}
        </button>
      </form>
      <Dialog isOpen={isOpen} onClose={close} title={title} isQuestion={isQuestion}>
        {children(
          close,
          <button type="button" onClick={close} className="office-button">
            Annuler
          </button>,
        )}
      </Dialog>
    </>
  )
}
