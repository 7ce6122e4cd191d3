import { useState } from "react"
import { useFetcher } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { AskButton } from "#app/kit/ui/ask-button.tsx"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { type Person, RoleFields } from "./role-fields.tsx"
import type { userIntents } from "./user-form.schema.ts"

export function RoleButton({ user }: { user: Person }) {
  const [isOpen, setIsOpen] = useState(false)
  const { Form } = useFetcher()
  const close = () => setIsOpen(false)
  return (
    <>
      <AskButton
        fields={{ intent: "role", id: user.id } satisfies Asking<typeof userIntents>}
        onAsk={() => setIsOpen(true)}
      >
        <Icon name="user-cog" />
        Modifier le rôle
        <span className="sr-only"> : {user.email}</span>
      </AskButton>
      <Dialog isOpen={isOpen} onClose={close} title="Modifier le rôle">
        <Form method="post" onSubmit={close} className="grid gap-5">
          <RoleFields
            user={user}
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
