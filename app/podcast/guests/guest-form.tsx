import { type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import { TextField } from "#app/kit/form/field.tsx"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { TitleAndSlugFields } from "#app/kit/form/slug-fields.tsx"
import type { guestSchema } from "./guest-form.schema.ts"

export function GuestForm(props: ManagedForm<typeof guestSchema>) {
  const { edited, fields, response } = props
  const { field, value } = labelledFieldsOf<typeof guestSchema>(fields, response, edited)
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier l’invité" : "Nouvel invité"}
      submitLabel={edited ? "Mettre à jour" : "Créer l’invité"}
    >
      <TitleAndSlugFields
        title={{
          hint: edited ? "Un autre nom est écrit aussi dans ses épisodes." : undefined,
          ...field("name"),
        }}
        slug={field("slug")}
        prefix="/guests/"
      />
      <TextField {...field("role")} placeholder="Rappeuse, auteur, DJ…" />
      <TextField {...field("linkUrl")} type="url" placeholder="https://…" />
      <ImageField {...field("pictureUrl")} fallback={value("name")} />
    </ManagerForm>
  )
}
