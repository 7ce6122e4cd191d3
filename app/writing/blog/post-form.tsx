import { TextArea, TextField } from "#app/kit/form/field.tsx"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { LivePreview } from "#app/kit/form/live-preview.tsx"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { TitleAndSlugFields } from "#app/kit/form/slug-fields.tsx"
import { SwitchField } from "#app/kit/form/checkbox-field.tsx"
import { ForPublishers } from "#app/content/for-publishers.tsx"
import { FIELDS, type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import type { postSchema } from "./post-form.schema.ts"

export function PostForm(props: ManagedForm<typeof postSchema>) {
  const { edited, fields, response, place } = props
  const { field, tick } = labelledFieldsOf<typeof postSchema>(fields, response, edited)
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier l’article" : "Nouvel article"}
      submitLabel={edited ? "Mettre à jour" : "Créer l’article"}
      checks={<LivePreview form={FIELDS} field="content" />}
    >
      <div className="form-pair">
        <TitleAndSlugFields title={field("title")} slug={field("slug")} prefix="/blog/" />
      </div>
      <ImageField {...field("coverImageUrl")} label="Image de couverture URL" />
      <TextArea
        help="Deux ou trois phrases qui donnent envie de lire, en tête de l’article, sur sa carte et dans les moteurs de recherche."
        {...field("excerpt")}
        rows={3}
      />
      {place === "page" && (
        <TextField
          help="Le nom sous le titre, si ce n’est pas celui de la personne qui écrit l’article ici."
          {...field("signature")}
        />
      )}
      <MarkdownField {...field("content")} rows={place === "card" ? 10 : 20} />
      {place === "card" && (
        <ForPublishers>
          <SwitchField {...tick("isPublished")} />
        </ForPublishers>
      )}
    </ManagerForm>
  )
}
