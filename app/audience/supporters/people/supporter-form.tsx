import { type FormOf, ManagerForm } from "#app/content/manager-form.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { DateField } from "#app/kit/form/date-field.tsx"
import { SelectField, TextArea, TextField } from "#app/kit/form/field.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import { NO_LEVEL } from "#app/kit/lib/reserved.ts"
import type { supporterSchema } from "./supporter-form.schema.ts"
import type { supporterType } from "./type.server.ts"

export function SupporterForm({ levels, welcomes, ...props }: FormOf<typeof supporterType>) {
  const { edited, fields, response } = props
  const { field, tick } = labelledFieldsOf<typeof supporterSchema>(
    fields,
    response,
    edited ?? { hasFeed: true },
  )
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier le soutien" : "Nouveau soutien"}
      submitLabel={edited ? "Mettre à jour" : "Ajouter le soutien"}
    >
      <TextField
        {...field("email")}
        type="email"
        autoComplete="off"
        placeholder="personne@exemple.fr"
        hint={welcomes && !edited ? "Un e-mail de bienvenue y part aussitôt." : undefined}
      />
      <TextField {...field("name")} autoComplete="off" />
      <SelectField
        {...field("levelId")}
        options={[
          { value: "", label: NO_LEVEL },
          ...levels.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <DateField {...field("until")} hint="Ce jour compris. Vide&nbsp;: pour toujours." />
      <CheckboxField {...tick("renews")} hint="Pas de rappel avant la fin." />
      <TextField {...field("origin")} placeholder="HelloAsso, Tipeee, virement…" />
      <TextArea {...field("note")} hint="Pour l’équipe seulement." rows={3} />
      <CheckboxField {...tick("hasFeed")} />
    </ManagerForm>
  )
}
