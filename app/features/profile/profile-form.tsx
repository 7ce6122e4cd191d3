import type { FormAnswer } from "#app/http/responses.server.ts"
import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { TextField } from "#app/form/field.tsx"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { fieldValues } from "#app/content/manager-form.tsx"
import { ProfileFields } from "../users/profile-fields.tsx"
import type { Profile } from "../users/profile.schema.ts"

type Props = { email: string; profile: Profile; today: string; answer: FormAnswer | undefined }

export function ProfileForm({ email, profile, today, answer }: Props) {
  const { errors, value } = fieldValues(profile, answer)
  return (
    <Panel title="Profil">
      <EditForm message={answer?.message} aria-label="Profil">
        <HiddenFields fields={{ intent: "profile" }} />
        <TextField label="Email" name="email" type="email" disabled defaultValue={email} />
        <div className="grid gap-5 sm:grid-cols-2">
          <ProfileFields today={today} errors={errors} value={value} />
        </div>
        <div>
          <SubmitButton pendingText="Enregistrement...">Enregistrer les modifications</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}
