import { useLocation } from "react-router"
import { ASKED, withoutAsked } from "#app/kit/http/questions.ts"
import { HiddenFields } from "./hidden-fields.tsx"

type Props = {
  /** What the dialog is about: an intent, and mostly an id. */
  fields: { intent: string } & Record<string, string>
  /** The fields stand in no address and no history. */
  isPrivate?: boolean
  onAsk: () => void
  className?: string
  children: React.ReactNode
}

/** Opens a dialog. Without scripts it asks the server for the same as a page (`findAsked`). */
export function AskButton({ fields, isPrivate = false, onAsk, className = "", children }: Props) {
  const { pathname, search } = useLocation()
  const { intent, ...about } = fields
  const kept = isPrivate ? {} : Object.fromEntries(withoutAsked(search))
  return (
    <form
      method={isPrivate ? "post" : "get"}
      action={pathname}
      onSubmit={(event) => {
        event.preventDefault()
        onAsk()
      }}
    >
      <HiddenFields fields={{ ...kept, [ASKED]: intent, ...about }} />
      <button type="submit" aria-haspopup="dialog" className={`office-button ${className}`}>
        {children}
      </button>
    </form>
  )
}
