import { type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { TextField } from "#app/kit/form/field.tsx"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { TitleAndSlugFields } from "#app/kit/form/slug-fields.tsx"
import type { guestSchema } from "./guest-form.schema.ts"

export function GuestForm(props: ManagedForm<typeof guestSchema>) {
  const { edited, response } = props
  const { field, value } = fieldsOf<typeof guestSchema>(response, edited)
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier l’invité" : "Nouvel invité"}
      submitLabel={edited ? "Mettre à jour" : "Créer l’invité"}
    >
      <TitleAndSlugFields
        title={{
          label: "Nom",
          hint: edited ? "Un autre nom est écrit aussi dans ses épisodes." : undefined,
          ...field("name"),
        }}
        slug={{ label: "Slug", ...field("slug") }}
        prefix="/guests/"
      />
      <TextField label="Rôle" {...field("role")} placeholder="Rappeuse, auteur, DJ…" />
      <TextField label="Lien" {...field("linkUrl")} type="url" placeholder="https://…" />
      <ImageField label="URL de la photo" {...field("pictureUrl")} fallback={value("name")} />
    </ManagerForm>
  )
}
