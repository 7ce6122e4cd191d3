import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { newEmailSchema, settingsIntents } from "./settings.schema.ts"

type Props = {
  /** Whether an address waits to be confirmed. */
  isAsked: boolean
  response: FormResponse | undefined
}

export function EmailForm({ isAsked, response }: Props) {
  const { field } = fieldsOf<typeof newEmailSchema>(response)
  return (
    <Panel title="Adresse e-mail">
      {isAsked && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule pb-5">
          <p className="max-w-[60ch]">
            Un changement attend sa confirmation, par le lien envoyé à la nouvelle adresse. Une autre demande
            le remplace.
          </p>
          <ActionButton
            label="Annuler la demande"
            fields={{ intent: "cancel-email" } satisfies Asking<typeof settingsIntents>}
          />
        </div>
      )}
      <EditForm response={response} aria-label="Adresse e-mail">
        <HiddenFields fields={{ intent: "email" } satisfies Asking<typeof settingsIntents>} />
        <TextField
          label="Nouvelle adresse e-mail"
          {...field("email")}
          type="email"
          required
          autoComplete="off"
          hint="Un lien y est envoyé pour confirmer ; l’adresse actuelle est prévenue. Vos commentaires et votre inscription à la newsletter gardent la leur."
        />
        <div>
          <SubmitButton pendingText="Envoi...">Changer d’adresse</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}
