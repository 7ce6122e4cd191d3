import { TextField } from "#app/kit/form/field.tsx"
import { LivePreview } from "#app/kit/form/live-preview.tsx"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { TitleAndSlugFields } from "#app/kit/form/slug-fields.tsx"
import { SwitchField } from "#app/kit/form/checkbox-field.tsx"
import { ForPublishers } from "#app/content/for-publishers.tsx"
import { FIELDS, type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { LEGAL_PAGES } from "./legal-pages.ts"
import type { pageSchema } from "./page-form.schema.ts"

export function PageForm(props: ManagedForm<typeof pageSchema>) {
  const { edited, fields, response, place } = props
  const { field, tick, value } = labelledFieldsOf<typeof pageSchema>(fields, response, edited)
  const isLegal = LEGAL_PAGES.some(({ slug }) => slug === edited?.slug)
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier la page" : "Nouvelle page"}
      submitLabel={edited ? "Mettre à jour" : "Créer la page"}
      checks={<LivePreview form={FIELDS} field="content" />}
    >
      {isLegal && <HiddenFields fields={{ proposal: value("proposal") }} />}
      <div className="form-pair">
        <TitleAndSlugFields
          title={field("title")}
          slug={{ ...field("slug"), label: "Slug (URL)" }}
          prefix="/page/"
        />
      </div>
      <TextField {...field("metaDescription")} hint="Une ou deux phrases pour les moteurs de recherche." />
      {isLegal && <p>Sans contenu, cette page reprend le texte proposé, qui suit les réglages du site.</p>}
      <MarkdownField {...field("content")} rows={place === "card" ? 8 : 20} />
      {place === "card" && (
        <ForPublishers>
          <SwitchField {...tick("isPublished")} />
        </ForPublishers>
      )}
    </ManagerForm>
  )
}
