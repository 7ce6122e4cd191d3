import type { Asking } from "#app/kit/form/asking.ts"
import { ROLE_OPTIONS } from "#app/kit/lib/roles.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { PASSWORD_RULES } from "../auth/auth.copy.ts"
import { ProfileFields } from "./profile-fields.tsx"
import type { newUserSchema } from "./user-form.schema.ts"
import type { userIntents } from "./user-form.schema.ts"

type Props = {
  response: FormResponse | null | undefined
  today: string
  onSaved?: () => void
  /** What leads back. */
  cancel: React.ReactNode
}

export function NewUserForm({ response, today, onSaved, cancel }: Props) {
  const { field, secret } = fieldsOf<typeof newUserSchema>(response, { role: "user" })
  return (
    <EditForm response={response} onSaved={onSaved} aria-label="Créer un utilisateur">
      <HiddenFields fields={{ intent: "create" } satisfies Asking<typeof userIntents>} />
      <div className="grid gap-5 sm:grid-cols-2">
        <ProfileFields today={today} field={field}>
          <TextField label="Email" {...field("email")} type="email" required autoComplete="off" />
          <TextField
            label="Mot de passe"
            {...secret("password")}
            type="password"
            required
            autoComplete="new-password"
            hint={PASSWORD_RULES}
          />
        </ProfileFields>
        <SelectField label="Rôle" {...field("role")} options={ROLE_OPTIONS} />
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <SubmitButton pendingText="Enregistrement...">Créer l’utilisateur</SubmitButton>
      </div>
    </EditForm>
  )
}
