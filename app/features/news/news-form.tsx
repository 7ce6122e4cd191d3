import { useState } from "react"
import type { FormAnswer } from "#app/http/responses.server.ts"
import type { ListView } from "#app/content/list-view.ts"
import { DateField } from "#app/form/date-field.tsx"
import { SelectField, TextField } from "#app/form/field.tsx"
import { ImageField } from "#app/form/image-field.tsx"
import { MarkdownField } from "#app/form/markdown-field.tsx"
import { CheckboxField } from "#app/form/checkbox-field.tsx"
import { fieldValues, ManagerForm } from "#app/content/manager-form.tsx"
import { CATEGORY_LABELS, MEDIA_TYPE_LABELS, MEDIA_TYPES } from "./news.schema.ts"

type Props = {
  edited: { id: number; version: number; mediaType: string; category: string } | null
  answer: FormAnswer | null | undefined
  path: string
  view: ListView
}

const NEW = { mediaType: "article", category: "cko-news" }
const MEDIA_HINTS: Record<string, string> = {
  image: "L’image en grand.",
  video: "Un fichier vidéo ou une page YouTube.",
}
const TYPES = MEDIA_TYPES.map((type) => ({ value: type, label: MEDIA_TYPE_LABELS[type] }))

export function NewsForm({ edited, answer, path, view }: Props) {
  return (
    <ManagerForm
      title={edited ? "Modifier l’actualité" : "Nouvelle actualité"}
      edited={edited}
      answer={answer}
      submitLabel={edited ? "Mettre à jour" : "Créer l’actualité"}
      path={path}
      view={view}
    >
      <NewsFields edited={edited} answer={answer} />
    </ManagerForm>
  )
}

function NewsFields({ edited, answer }: Pick<Props, "edited" | "answer">) {
  const { errors, value, isTicked } = fieldValues(edited ?? NEW, answer)
  const [mediaType, setMediaType] = useState(value("mediaType"))
  return (
    <>
      <TextField label="Titre" name="title" required defaultValue={value("title")} error={errors.title} />
      <div className="form-pair">
        <SelectField
          label="Type de média"
          name="mediaType"
          options={TYPES}
          defaultValue={value("mediaType")}
          onChange={setMediaType}
          error={errors.mediaType}
        />
        <SelectField
          label="Catégorie"
          name="category"
          options={categoriesWith(value("category"))}
          defaultValue={value("category")}
          error={errors.category}
        />
      </div>
      <DateField
        label="Date de publication"
        name="publicationDay"
        optional
        defaultValue={value("publicationDay")}
        error={errors.publicationDay}
        hint="Sans date : maintenant, au moment de publier."
      />
      <TextField
        label="URL du média"
        name="mediaUrl"
        type="url"
        defaultValue={value("mediaUrl")}
        error={errors.mediaUrl}
        hint={MEDIA_HINTS[mediaType] ?? "Pour une image ou une vidéo."}
        // Without scripts the type can change without the page's knowing.
        className={mediaType === "article" ? "hidden noscript:block" : undefined}
      />
      <ImageField
        label="URL de la miniature"
        name="thumbnailUrl"
        defaultValue={value("thumbnailUrl")}
        standIn={value("title")}
        error={errors.thumbnailUrl}
      />
      <MarkdownField
        label="Contenu"
        name="content"
        rows={6}
        defaultValue={value("content")}
        error={errors.content}
      />
      <TextField
        label="Lien externe (optionnel)"
        name="externalUrl"
        type="url"
        defaultValue={value("externalUrl")}
        error={errors.externalUrl}
      />
      <CheckboxField
        label="Publier immédiatement"
        name="isPublished"
        defaultChecked={isTicked("isPublished")}
        error={errors.isPublished}
      />
    </>
  )
}

/** The known categories, and the item's own when it is another one. */
function categoriesWith(category: string) {
  const known = Object.entries(CATEGORY_LABELS).map(([value, label]) => ({ value, label }))
  const isKnown = category === "" || Object.hasOwn(CATEGORY_LABELS, category)
  return isKnown ? known : [...known, { value: category, label: category }]
}
