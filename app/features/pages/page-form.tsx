import type { FormAnswer } from "#app/http/responses.server.ts"
import type { ListView } from "#app/content/list-view.ts"
import { TextField } from "#app/form/field.tsx"
import { MarkdownField } from "#app/form/markdown-field.tsx"
import { TitleAndSlugFields } from "#app/form/slug-fields.tsx"
import { SwitchField } from "#app/form/checkbox-field.tsx"
import { fieldValues, ManagerForm } from "#app/content/manager-form.tsx"

type Props = {
  edited: { id: number; version: number } | null
  answer: FormAnswer | null | undefined
  path: string
  view: ListView
}

export function PageForm({ edited, answer, path, view }: Props) {
  const { errors, value, isTicked } = fieldValues(edited ?? {}, answer)
  return (
    <ManagerForm
      title={edited ? "Modifier la page" : "Nouvelle page"}
      edited={edited}
      answer={answer}
      submitLabel={edited ? "Mettre à jour" : "Créer la page"}
      path={path}
      view={view}
    >
      <div className="form-pair">
        <TitleAndSlugFields
          titleLabel="Titre"
          slugLabel="Slug (URL)"
          title={value("title")}
          slug={value("slug")}
          errors={errors}
          prefix="/page/"
        />
      </div>
      <TextField
        label="Meta Description"
        name="metaDescription"
        hint="Une ou deux phrases pour les moteurs de recherche."
        defaultValue={value("metaDescription")}
        error={errors.metaDescription}
      />
      <MarkdownField
        label="Contenu"
        name="content"
        rows={8}
        defaultValue={value("content")}
        error={errors.content}
      />
      <SwitchField
        label="Publier la page"
        name="isPublished"
        defaultChecked={isTicked("isPublished")}
        error={errors.isPublished}
      />
    </ManagerForm>
  )
}
