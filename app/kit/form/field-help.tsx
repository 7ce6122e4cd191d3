import { useId } from "react"

type Props = {
  /** The field's, as its label has it. */
  label: string
  children: React.ReactNode
}

/** A sentence beside a label, for who sees such a field for the first time. It opens and closes without scripts, too. */
export function FieldHelp({ label, children }: Props) {
  const id = useId()
  return (
    <>
      <button type="button" popoverTarget={id} className="help-button">
        <span aria-hidden="true">?</span>
        <span className="sr-only">Aide sur « {label} »</span>
      </button>
      {/* Right behind its button, where the reading goes on. */}
      <div id={id} popover="auto" className="help-pop">
        {children}
      </div>
    </>
  )
}
