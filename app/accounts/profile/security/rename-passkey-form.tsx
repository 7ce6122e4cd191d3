import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Link } from "react-router"
import { SECURITY_PAGE } from "../../auth/factors/factors.copy.ts"
import type { SecurityResponse } from "./security-actions.server.ts"
import type { renamedPasskeySchema, securityIntents } from "./security.schema.ts"

type Props = {
  passkey: { id: string; name: string }
  response: SecurityResponse | undefined
  onSaved?: () => void
  /** What leads back; by default a link to the page without the question. */
  cancel?: React.ReactNode
}

export function RenamePasskeyForm({ passkey: { id, name }, response, onSaved, cancel }: Props) {
  const { field } = fieldsOf<typeof renamedPasskeySchema>(response, { name })
  return (
    <EditForm response={response} onSaved={onSaved} aria-label="Renommer la clé d’accès">
      <HiddenFields fields={{ intent: "rename-passkey", id } satisfies Asking<typeof securityIntents>} />
      <TextField label="Nom de la clé d’accès" {...field("name")} required autoComplete="off" />
      <div className="flex flex-wrap justify-end gap-3">
        {cancel ?? (
          <Link to={SECURITY_PAGE} className="office-button">
            Annuler
          </Link>
        )}
        <SubmitButton pendingText="Enregistrement...">Enregistrer</SubmitButton>
      </div>
    </EditForm>
  )
}
