import type { FormAnswer } from "#app/http/responses.server.ts"
import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { SelectField, TextField } from "#app/form/field.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { fieldValues } from "#app/content/manager-form.tsx"
import { ProfileFields } from "./profile-fields.tsx"
import { ROLE_OPTIONS } from "../auth/permissions.schema.ts"

type Props = {
  answer: FormAnswer | null | undefined
  today: string
  onSaved?: () => void
  /** What leads back. */
  cancel: React.ReactNode
}

export function NewUserForm({ answer, today, onSaved, cancel }: Props) {
  const { errors, value } = fieldValues({ role: "user" }, answer)
  return (
    <EditForm message={answer?.message} onSaved={onSaved} aria-label="Créer un utilisateur">
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
        {cancel}
        <SubmitButton pendingText="Enregistrement...">Créer l’utilisateur</SubmitButton>
      </div>
    </EditForm>
  )
}
