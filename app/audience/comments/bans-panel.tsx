import type { Asking } from "#app/kit/form/asking.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { banSchema, moderationIntents } from "./moderation.schema.ts"

type Props = {
  /** Addresses are masked. */
  bans: { id: number; kind: "email" | "word"; value: string }[]
  response: FormResponse | undefined
}

/** Who may not comment, and which words no comment may hold. */
export function BansPanel({ bans, response }: Props) {
  const { field } = fieldsOf<typeof banSchema>(response)
  return (
    <Panel title="Blocages">
      <EditForm response={response} aria-label="Blocages">
        <HiddenFields fields={{ intent: "ban" } satisfies Asking<typeof moderationIntents>} />
        <TextField
          label="Adresse e-mail ou mot à bloquer"
          {...field("value")}
          required
          hint="Une adresse ne peut plus commenter. Un mot (ou plusieurs de suite) fait refuser tout commentaire qui le contient, quels que soient les accents et la casse."
        />
        <div>
          <SubmitButton pendingText="Enregistrement...">Bloquer</SubmitButton>
        </div>
      </EditForm>
      {bans.length > 0 && (
        <ul className="mt-6">
          {bans.map(({ id, kind, value }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-2"
            >
              <p className="min-w-0 break-words">
                <span className="text-sm text-paper-ink">{kind === "email" ? "Adresse" : "Mot"} : </span>
                <span className="font-semibold">{value}</span>
              </p>
              <ActionButton
                label="Lever le blocage"
                icon="undo"
                subject={value}
                fields={{ intent: "unban", id: String(id) } satisfies Asking<typeof moderationIntents>}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
