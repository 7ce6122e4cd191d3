import type { Asking } from "#app/form/asking.ts"
import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { TextField } from "#app/form/field.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import type { FormResponse } from "#app/http/responses.server.ts"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { Panel } from "#app/ui/panel.tsx"
import type { logIntents } from "./audit.schema.ts"

type Props = { months: number; response: FormResponse | null | undefined }

/** For how long the log is kept. */
export function RetentionForm({ months, response }: Props) {
  const { field } = fieldsOf<{ months: string }>(response, { months: String(months) })
  return (
    <Panel title="Conservation">
      <p className="mb-5 max-w-[75ch]">
        Chaque jour, les entrées plus anciennes que cette durée sont effacées. Rien d’autre ne retire une
        entrée du journal&nbsp;; effacer les données d’une personne y efface son nom.
      </p>
      <EditForm key={months} response={response} aria-label="Conservation">
        <HiddenFields fields={{ intent: "retention" } satisfies Asking<typeof logIntents>} />
        <TextField
          label="Durée en mois"
          hint="De 1 à 120."
          {...field("months")}
          type="number"
          min="1"
          required
        />
        <div>
          <SubmitButton pendingText="Enregistrement...">Enregistrer</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}
