import { useState } from "react"
import { useFetcher } from "react-router"
import type { Question } from "#app/kit/http/questions.ts"
import { AskButton } from "./ask-button.tsx"
import { Dialog } from "./dialog.tsx"
import { Icon, type IconName } from "./icon.tsx"
import { Answers } from "./question.tsx"

type Props = Question & {
  label: React.ReactNode
  icon?: IconName
  /** What it is about, for those who do not see the row it stands in. */
  subject?: string
  isPrivate?: boolean
  className?: string
  /** For who wants to know what came of it (`useFetcher` with the same key). */
  fetcherKey?: string
}

/** A button that asks before it posts `fields`. */
export function ConfirmButton({
  label,
  icon,
  subject,
  isPrivate,
  className,
  fetcherKey,
  question,
  ...responses
}: Props) {
  const [isOpen, setIsOpen] = useState(false)
  // Not a navigation: what is being typed elsewhere on the page stays.
  const { Form } = useFetcher({ key: fetcherKey })
  const close = () => setIsOpen(false)
  return (
    <>
      <AskButton
        fields={responses.fields}
        isPrivate={isPrivate}
        className={className}
        onAsk={() => setIsOpen(true)}
      >
        {icon && <Icon name={icon} />}
        {label}
        {subject && <span className="sr-only"> : {subject}</span>}
      </AskButton>
      <Dialog isOpen={isOpen} onClose={close} title={question} isQuestion>
        {/* Closing takes the form away, and with it any second click. */}
        <Form method="post" onSubmit={close}>
          <Answers
            {...responses}
            cancel={
              <button type="button" onClick={close} className="office-button">
                Annuler
              </button>
            }
          />
        </Form>
      </Dialog>
    </>
  )
}
