import type { FormAnswer } from "#app/http/responses.server.ts"
import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { TextField } from "#app/form/field.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { Panel } from "#app/ui/panel.tsx"

export function PasswordForm({ answer }: { answer: FormAnswer | undefined }) {
  const errors = answer?.errors ?? {}
  return (
    <Panel title="Mot de passe">
      <EditForm message={answer?.message} aria-label="Mot de passe">
        <HiddenFields fields={{ intent: "password" }} />
        <div className="grid gap-5 xl:grid-cols-3">
          <TextField
            label="Mot de passe actuel"
            name="current"
            type="password"
            required
            autoComplete="current-password"
            error={errors.current}
          />
          <TextField
            label="Nouveau mot de passe"
            name="password"
            type="password"
            required
            autoComplete="new-password"
            hint="8 caractères au moins, dont une majuscule, une minuscule et un chiffre"
            error={errors.password}
          />
          <TextField
            label="Confirmer le mot de passe"
            name="confirmation"
            type="password"
            required
            autoComplete="new-password"
            error={errors.confirmation}
          />
        </div>
        <div>
          <SubmitButton pendingText="Enregistrement...">Changer le mot de passe</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}
