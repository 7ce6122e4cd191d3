import { UserCog } from "lucide-react"
import { useState } from "react"
import { useFetcher } from "react-router"
import { Dialog } from "#app/ui/dialog.tsx"
import { SelectField } from "#app/ui/field.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { type Role, ROLE_LABELS, ROLES } from "./users.schema.ts"

const OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))

export function RoleButton({ user }: { user: { id: string; email: string; role: Role } }) {
  const [isOpen, setIsOpen] = useState(false)
  const { Form } = useFetcher()
  const close = () => setIsOpen(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)} aria-haspopup="dialog" className="office-button">
        <UserCog aria-hidden="true" />
        Modifier le rôle
        <span className="sr-only"> : {user.email}</span>
      </button>
      <Dialog isOpen={isOpen} onClose={close} title="Modifier le rôle">
        <Form method="post" onSubmit={close} className="grid gap-5">
          <HiddenFields fields={{ intent: "role", id: user.id }} />
          <p className="break-all">{user.email}</p>
          <SelectField
            label="Rôle"
            name="role"
            options={OPTIONS}
            defaultValue={user.role}
            hint="Un changement de rôle met fin aux sessions de cette personne."
          />
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" onClick={close} className="office-button">
              Annuler
            </button>
            <button type="submit" className="office-button office-button-main">
              Enregistrer
            </button>
          </div>
        </Form>
      </Dialog>
    </>
  )
}
