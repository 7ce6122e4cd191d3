import type { FormAnswer } from "#app/http/responses.server.ts"
import type { ListView } from "#app/content/list-view.ts"
import { TextArea } from "#app/form/field.tsx"
import { ImageField } from "#app/form/image-field.tsx"
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

export function PostForm({ edited, answer, path, view }: Props) {
  const { errors, value, isTicked } = fieldValues(edited ?? {}, answer)
  return (
    <ManagerForm
      title={edited ? "Modifier l’article" : "Nouvel article"}
      edited={edited}
      answer={answer}
      submitLabel={edited ? "Mettre à jour" : "Créer l’article"}
      path={path}
      view={view}
    >
      <div className="form-pair">
        <TitleAndSlugFields
          titleLabel="Titre"
          slugLabel="Slug"
          title={value("title")}
          slug={value("slug")}
          errors={errors}
          prefix="/blog/"
        />
      </div>
      <ImageField
        label="Image de couverture URL"
        name="coverImageUrl"
        defaultValue={value("coverImageUrl")}
        standIn={value("title")}
        error={errors.coverImageUrl}
      />
      <TextArea
        label="Extrait"
        name="excerpt"
        rows={3}
        defaultValue={value("excerpt")}
        error={errors.excerpt}
      />
      <MarkdownField
        label="Contenu"
        name="content"
        rows={10}
        required
        defaultValue={value("content")}
        error={errors.content}
      />
      <SwitchField
        label="Publier l'article"
        name="isPublished"
        defaultChecked={isTicked("isPublished")}
        error={errors.isPublished}
      />
    </ManagerForm>
  )
}
