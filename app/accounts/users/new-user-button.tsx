import { useState } from "react"
import type { Asking } from "#app/kit/form/asking.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { AskButton } from "#app/kit/ui/ask-button.tsx"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { NewUserForm } from "./new-user-form.tsx"
import type { userIntents } from "./user-form.schema.ts"

type Props = { response: FormResponse | undefined; today: string }

export function NewUserButton({ response, today }: Props) {
  const [isOpen, setIsOpen] = useState(response?.message !== undefined)
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
          response={response}
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
