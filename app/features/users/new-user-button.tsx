import { useState } from "react"
import type { Asking } from "#app/form/asking.ts"
import type { FormAnswer } from "#app/http/responses.server.ts"
import { AskButton } from "#app/ui/ask-button.tsx"
import { Dialog } from "#app/ui/dialog.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { NewUserForm } from "./new-user-form.tsx"
import type { userIntents } from "./user-form.schema.ts"

type Props = { answer: FormAnswer | null | undefined; today: string }

export function NewUserButton({ answer, today }: Props) {
  const [isOpen, setIsOpen] = useState(answer?.message !== undefined)
  const close = () => setIsOpen(false)
  return (
    <>
      <AskButton
        fields={{ intent: "create" } satisfies Asking<typeof userIntents>}
        onAsk={() => setIsOpen(true)}
        className="office-button-main"
      >
        <Icon name="user-plus" />
        Créer un utilisateur
      </AskButton>
      <Dialog isOpen={isOpen} onClose={close} title="Créer un utilisateur">
        <NewUserForm
          answer={answer}
          today={today}
          onSaved={close}
          cancel={
            <button type="button" onClick={close} className="office-button">
              Annuler
            </button>
          }
        />
      </Dialog>
    </>
  )
}
