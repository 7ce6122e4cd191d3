import { UserPlus } from "lucide-react"
import { useState } from "react"
import type { FormAnswer } from "#app/lib/answers.server.ts"
import { Dialog } from "#app/ui/dialog.tsx"
import { EditForm, SubmitButton } from "#app/ui/edit-form.tsx"
import { SelectField, TextField } from "#app/ui/field.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { fieldValues } from "../admin/manager-form.tsx"
import { ProfileFields } from "../profile/profile-fields.tsx"
import { ROLE_LABELS, ROLES } from "./users.schema.ts"

type Props = { answer: FormAnswer | null | undefined; today: string }

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))

export function NewUserButton({ answer, today }: Props) {
  const [isOpen, setIsOpen] = useState(answer?.message !== undefined)
  const close = () => setIsOpen(false)
  const { errors, value } = fieldValues({ role: "user" }, answer)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
        className="office-button office-button-main"
      >
        <UserPlus aria-hidden="true" />
        Créer un utilisateur
      </button>
      <Dialog isOpen={isOpen} onClose={close} title="Créer un utilisateur">
        <EditForm message={answer?.message} onSaved={close} aria-label="Créer un utilisateur">
          <HiddenFields fields={{ intent: "create" }} />
          <div className="grid gap-5 sm:grid-cols-2">
            <ProfileFields today={today} errors={errors} value={value}>
              <TextField
                label="Email"
                name="email"
                type="email"
                required
                autoComplete="off"
                defaultValue={value("email")}
                error={errors.email}
              />
              <TextField
                label="Mot de passe"
                name="password"
                type="password"
                required
                autoComplete="new-password"
                hint="8 caractères au moins, dont une majuscule, une minuscule et un chiffre"
                error={errors.password}
              />
            </ProfileFields>
            <SelectField
              label="Rôle"
              name="role"
              options={ROLE_OPTIONS}
              defaultValue={value("role")}
              error={errors.role}
            />
          </div>
          <div className="flex flex-wrap justify-end gap-3">
            <button type="button" onClick={close} className="office-button">
              Annuler
            </button>
            <SubmitButton pendingText="Enregistrement...">Créer l’utilisateur</SubmitButton>
          </div>
        </EditForm>
      </Dialog>
    </>
  )
}
