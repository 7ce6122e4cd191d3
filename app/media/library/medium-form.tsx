import { useState } from "react"
import { type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import type { ListView } from "#app/content/lists/list-view.ts"
import { TextArea, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { FocalPointField } from "./focal-point-field.tsx"
import { MEDIA_PATH } from "../media.copy.ts"
import type { mediumSchema } from "./medium-form.schema.ts"
import type { ShownMedium } from "./medium.server.ts"
import { MediumPreview } from "./medium-preview.tsx"

type Props = {
  medium: ShownMedium
  view: ListView
  response: ManagedForm<typeof mediumSchema>["response"]
}

/** What a host writes about a medium, below what it shows. */
export function MediumForm({ medium, view, response }: Props) {
  const { field } = fieldsOf<typeof mediumSchema>(response, medium)
  // The page follows the media worker meanwhile: somebody else’s save is not taken for what this form was filled from.
  const [version] = useState(medium.version)
  const isPicture = medium.kind === "image" && medium.state === "ready"
  const [x, y] = [field("focalX"), field("focalY")]
  return (
    <ManagerForm
      title={medium.title}
      edited={{ ...medium, version }}
      response={response}
      submitLabel="Mettre à jour"
      path={MEDIA_PATH}
      view={view}
    >
      {isPicture ? (
        <FocalPointField x={x} y={y} address={medium.preview} alt={medium.alt} />
      ) : (
        <>
          <MediumPreview medium={medium} />
          {[x, y].map(({ name, defaultValue }) => (
            <input key={name} type="hidden" name={name} value={defaultValue} />
          ))}
        </>
      )}
      <TextField label="Nom" {...field("title")} required />
      {medium.kind === "image" && (
        <TextArea
          label="Texte alternatif"
          {...field("alt")}
          rows={3}
          hint="Ce que montre l’image, pour qui ne la voit pas. Laissez vide ce qui ne fait que décorer."
        />
      )}
    </ManagerForm>
  )
}
