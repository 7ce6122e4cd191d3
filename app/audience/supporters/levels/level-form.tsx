import { type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import type { levelSchema } from "./level-form.schema.ts"

export function LevelForm(props: ManagedForm<typeof levelSchema>) {
  const { edited, fields, response, place } = props
  const { field } = labelledFieldsOf<typeof levelSchema>(fields, response, edited ?? { rank: 1, months: 1 })
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier le palier" : "Nouveau palier"}
      submitLabel={edited ? "Mettre à jour" : "Créer le palier"}
    >
      <TextField {...field("name")} placeholder="Mécène" />
      <div className="form-pair">
        <TextField
          {...field("rank")}
          inputMode="numeric"
          hint="De 1 à 100. Un rang plus haut ouvre aussi ce qu’ouvrent les rangs plus bas."
        />
        <TextField
          {...field("months")}
          inputMode="numeric"
          hint="Là où un service annonce les paiements au site."
        />
      </div>
      <TextField {...field("price")} placeholder="5 € par mois" hint="Tel que vous le dites." />
      <MarkdownField {...field("description")} rows={place === "card" ? 5 : 10} />
      <TextField
        {...field("payUrl")}
        type="url"
        placeholder="https://…"
        hint="HelloAsso, Ko-fi, Tipeee… Vide, ce sont les liens de la page « Soutenir »."
      />
    </ManagerForm>
  )
}
