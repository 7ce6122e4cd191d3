import type { Asking } from "#app/form/asking.ts"
import type { FormAnswer } from "#app/http/responses.server.ts"
import { ActionButton } from "#app/ui/action-button.tsx"
import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { TextField } from "#app/form/field.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { Panel } from "#app/ui/panel.tsx"
import type { blockSchema, moderationIntents } from "./moderation.schema.ts"

type Props = {
  /** Addresses are masked. */
  blocks: { id: number; kind: "email" | "word"; value: string }[]
  answer: FormAnswer | undefined
}

/** Who may not comment, and which words no comment may hold. */
export function BlocksPanel({ blocks, answer }: Props) {
  const { field } = fieldsOf<typeof blockSchema>(answer)
  return (
    <Panel title="Blocages">
      <EditForm answer={answer} aria-label="Blocages">
        <HiddenFields fields={{ intent: "block" } satisfies Asking<typeof moderationIntents>} />
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
      {blocks.length > 0 && (
        <ul className="mt-6">
          {blocks.map(({ id, kind, value }) => (
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
                fields={{ intent: "unblock", id: String(id) } satisfies Asking<typeof moderationIntents>}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
