import type { Asking } from "#app/kit/form/asking.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { ProfileFields } from "../users/profile-fields.tsx"
import type { newUserSchema } from "../users/user-form.schema.ts"
import type { Profile, profileSchema } from "../users/profile.schema.ts"
import type { settingsIntents } from "./settings.schema.ts"

type Props = { email: string; profile: Profile; today: string; response: FormResponse | undefined }

export function ProfileForm({ email, profile, today, response }: Props) {
  const account = fieldsOf<typeof newUserSchema>(null, { email })
  const { field } = fieldsOf<typeof profileSchema>(response, profile)
  return (
    <Panel title="Profil">
      <EditForm response={response} aria-label="Profil">
        <HiddenFields fields={{ intent: "profile" } satisfies Asking<typeof settingsIntents>} />
        <TextField label="Email" {...account.field("email")} type="email" disabled />
        <div className="grid gap-5 sm:grid-cols-2">
          <ProfileFields today={today} field={field} />
        </div>
        <div>
          <SubmitButton pendingText="Enregistrement...">Enregistrer les modifications</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}
