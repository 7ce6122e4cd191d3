import { useEffect, useId, useRef } from "react"
import { Icon } from "./icon.tsx"

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** A question is answered by its buttons: it has no cross. */
  isQuestion?: boolean
  /** For what is looked through, rather than read. */
  isWide?: boolean
  children: React.ReactNode
}

/** A modal dialog. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ isOpen, onClose, title, isQuestion = false, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      role={isQuestion ? "alertdialog" : undefined}
      aria-labelledby={titleId}
      onClose={onClose}
      className={`office-dialog text-left whitespace-normal ${isWide ? "office-dialog-wide" : ""}`}
    >
      {isOpen && (
        <>
          <h2 id={titleId} className={`text-xl font-bold break-words ${isQuestion ? "" : "pr-12"}`}>
            {title}
          </h2>
          <div className="mt-3">{children}</div>
          {/* Last, so that the focus starts in the content. */}
          {!isQuestion && (
            <button
              type="button"
              onClick={onClose}
              aria-label="Fermer"
              className="office-button office-button-quiet absolute top-2 right-2 px-0"
            >
              <Icon name="x" />
            </button>
          )}
        </>
      )}
    </dialog>
  )
}
