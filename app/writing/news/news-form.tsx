import { useState } from "react"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { DateField } from "#app/kit/form/date-field.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { ImageField } from "#app/kit/form/image-field.tsx"
import { KeptPicture, MediaField } from "#app/kit/form/media-field.tsx"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { ForPublishers } from "#app/content/for-publishers.tsx"
import { type FormOf, ManagerForm } from "#app/content/manager-form.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import { writeField } from "./first-medium.ts"
import { NewsMediaField } from "./news-media-field.tsx"
import type { newsSchema } from "./news-form.schema.ts"
import type { news } from "./type.server.ts"
import { type CategoryLabels, MEDIA_TYPE_LABELS, MEDIA_TYPES } from "./news.schema.ts"

const NEW = { mediaType: "article", category: "cko-news" } as const
const MEDIA_HINTS: Record<string, string> = {
  image: "L’image en grand.",
  video: "Un fichier vidéo, ou une page YouTube ou Vimeo.",
}
const TYPES = MEDIA_TYPES.map((type) => ({ value: type, label: MEDIA_TYPE_LABELS[type] }))

type Props = FormOf<typeof news>

export function NewsForm(props: Props) {
  const { edited } = props
  return (
    <ManagerForm
      {...props}
      title={edited ? "Modifier l’actualité" : "Nouvelle actualité"}
      submitLabel={edited ? "Mettre à jour" : "Créer l’actualité"}
      isDated
    >
      <NewsFields {...props} />
    </ManagerForm>
  )
}

function NewsFields({ edited, fields, response, place, started }: Props) {
  const { field, tick, value } = labelledFieldsOf<typeof newsSchema>(
    fields,
    response,
    edited ?? { ...NEW, ...started },
  )
  const { categories: labels } = usePodcast().texts
  const [mediaType, setMediaType] = useState(value("mediaType"))
  const isPage = place === "page"
  // Without scripts the type can change without the page's knowing.
  const ofMedia = mediaType === "article" ? "hidden noscript:block" : undefined
  const type = <SelectField {...field("mediaType")} options={TYPES} onChoose={setMediaType} />
  const medium = (
    <MediaField
      {...field("mediaUrl")}
      kinds={["image", "video"]}
      onTaken={({ kind }, form) => writeField(form, "mediaType", kind === "video" ? "video" : "image")}
      hint={MEDIA_HINTS[mediaType] ?? "Pour une image ou une vidéo."}
      className={ofMedia}
    >
      {(address) => mediaType === "image" && <KeptPicture address={address} />}
    </MediaField>
  )
  const day = (
    <DateField {...field("publicationDay")} optional hint="Sans date : maintenant, au moment de publier." />
  )
  const thumbnail = (
    <ImageField
      {...field("thumbnailUrl")}
      isOptional={isPage}
      hint={isPage && "Sur les cartes, à la place du premier média."}
    />
  )
  return (
    <>
      <TextField {...field("title")} />
      {isPage && (
        <NewsMediaField
          field={field}
          plain={
            <>
              {type}
              {medium}
              <TextField
                {...field("mediaCaption")}
                hint="Sous l’image ou la vidéo en grand."
                className={ofMedia}
              />
            </>
          }
          plainClass={ofMedia}
        />
      )}
      <div className="form-pair">
        {!isPage && type}
        <SelectField {...field("category")} options={categoriesWith(value("category"), labels)} />
        {isPage && day}
      </div>
      {!isPage && (
        <>
          {day}
          {medium}
          {thumbnail}
        </>
      )}
      <MarkdownField {...field("content")} rows={6} />
      {isPage && thumbnail}
      <TextField {...field("externalUrl")} label="Lien externe (optionnel)" type="url" />
      {!isPage && (
        <ForPublishers>
          <CheckboxField {...tick("isPublished")} />
        </ForPublishers>
      )}
    </>
  )
}

/** The known categories, and the item's own when it is another one. */
function categoriesWith(category: string, labels: CategoryLabels) {
  const known = Object.entries(labels).map(([value, label]) => ({ value, label }))
  const isKnown = category === "" || Object.hasOwn(labels, category)
  return isKnown ? known : [...known, { value: category, label: category }]
}
