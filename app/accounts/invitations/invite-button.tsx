import { useState } from "react"
import type { Asking } from "#app/kit/form/asking.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { AskButton } from "#app/kit/ui/ask-button.tsx"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { InviteForm } from "./invite-form.tsx"
import type { invitationIntents } from "./invitations.schema.ts"

export function InviteButton({ response }: { response: FormResponse | undefined }) {
  const [isOpen, setIsOpen] = useState(response?.message !== undefined)
  const close = () => setIsOpen(false)
  return (
    <>
      <AskButton
        fields={{ intent: "invite" } satisfies Asking<typeof invitationIntents>}
        onAsk={() => setIsOpen(true)}
      >
        <Icon name="mail" />
        Inviter
      </AskButton>
      <Dialog isOpen={isOpen} onClose={close} title="Inviter une personne">
        <InviteForm
          response={response}
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
