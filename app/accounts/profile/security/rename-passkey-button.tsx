import { useState } from "react"
import type { Asking } from "#app/kit/form/asking.ts"
import { AskButton } from "#app/kit/ui/ask-button.tsx"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { RenamePasskeyForm } from "./rename-passkey-form.tsx"
import type { SecurityResponse } from "./security-actions.server.ts"
import type { securityIntents } from "./security.schema.ts"

type Props = { passkey: { id: string; name: string }; response: SecurityResponse | undefined }

export function RenamePasskeyButton({ passkey, response }: Props) {
  const { intent, id } = response?.values ?? {}
  const own = intent === "rename-passkey" && id === passkey.id ? response : undefined
  const [isOpen, setIsOpen] = useState(own?.message !== undefined)
  const close = () => setIsOpen(false)
  return (
    <>
      <AskButton
        fields={{ intent: "rename-passkey", id: passkey.id } satisfies Asking<typeof securityIntents>}
        onAsk={() => setIsOpen(true)}
      >
        <Icon name="pencil" />
        Renommer
        <span className="sr-only"> : {passkey.name}</span>
      </AskButton>
      <Dialog isOpen={isOpen} onClose={close} title="Renommer la clé d’accès">
        <RenamePasskeyForm
          passkey={passkey}
          response={own}
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
