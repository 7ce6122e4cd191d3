import type { Asking } from "#app/kit/form/asking.ts"
import { INVITED_OPTIONS } from "#app/kit/lib/roles.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { FIRST_RIGHTS } from "#app/kit/lib/rights.ts"
import { RightsFields } from "../rights-fields.tsx"
import { ticksOf } from "../rights-fields.schema.ts"
import type { invitationIntents, inviteSchema } from "./invitations.schema.ts"

type Props = {
  response: FormResponse | undefined
  onSaved?: () => void
  /** What leads back. */
  cancel: React.ReactNode
}

export function InviteForm({ response, onSaved, cancel }: Props) {
  const { field, tick } = fieldsOf<typeof inviteSchema>(response, { role: "user", ...ticksOf(FIRST_RIGHTS) })
  return (
    <EditForm response={response} onSaved={onSaved} aria-label="Inviter une personne">
      <HiddenFields fields={{ intent: "invite" } satisfies Asking<typeof invitationIntents>} />
      <p>
        Elle reçoit un lien par e-mail, choisit elle-même son mot de passe, et personne d’autre ne le connaît.
        Le lien sert une fois, pendant une semaine.
      </p>
      <TextField label="Email" {...field("email")} type="email" required autoComplete="off" />
      <SelectField label="Rôle" {...field("role")} options={INVITED_OPTIONS} />
      <RightsFields tick={tick} />
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <SubmitButton pendingText="Envoi...">Envoyer l’invitation</SubmitButton>
      </div>
    </EditForm>
  )
}
