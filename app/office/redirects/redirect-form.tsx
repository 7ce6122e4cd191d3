import { useState } from "react"
import { CODE_OPTIONS, REPLACES } from "#app/base/redirects/redirects.copy.ts"
import type { redirectSchema } from "#app/base/redirects/redirects.schema.ts"
import { type FormOf, ManagerForm } from "#app/content/manager-form.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import type { redirects } from "./type.server.ts"

export function RedirectForm({ proposed, ...props }: FormOf<typeof redirects>) {
  const { edited, fields, response } = props
  const { field, tick, value } = labelledFieldsOf<typeof redirectSchema>(
    fields,
    response,
    edited ?? { source: proposed },
  )
  const [code, setCode] = useState<string>()
  const isGone = (code ?? value("code")) === "410"
  const mayReplace = response?.errors.source === REPLACES || response?.values.replaces === "on"
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier la redirection" : "Nouvelle redirection"}
      submitLabel={edited ? "Mettre à jour" : "Créer la redirection"}
    >
      <TextField
        {...field("source")}
        placeholder="/ancien"
        spellCheck={false}
        hint="Un chemin de ce site. Avec /* à la fin, tout ce qui commence ainsi : /2023/*"
      />
      {mayReplace && <CheckboxField {...tick("replaces")} />}
      <SelectField {...field("code")} options={CODE_OPTIONS} onChoose={setCode} />
      {/* Without scripts it stays, and is not read. */}
      <div hidden={isGone && code !== undefined}>
        <TextField
          {...field("target")}
          placeholder="/nouveau"
          spellCheck={false}
          hint="Un chemin de ce site ou une adresse en https://. Une étoile y reprend la fin de l’ancienne : /blog/*"
        />
      </div>
    </ManagerForm>
  )
}
