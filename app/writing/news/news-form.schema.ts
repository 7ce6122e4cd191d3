import { z } from "zod"
import {
  checkbox,
  choice,
  markdownText,
  MAX_TEXT_LENGTH,
  mediaAddress,
  optionalLines,
  optionalText,
  publicationDay,
  requiredText,
  webAddress,
} from "#app/kit/form/form-fields.ts"
import { MAX_CAPTION_LENGTH, problemIn, readMedia, writeMedia } from "./media-list.ts"
import { MEDIA_TYPES } from "./news.schema.ts"

/** docs/product.md 5.1: title required; by default an article of the category CKO News. */
export const newsSchema = z
  .object({
    title: requiredText("Le titre", 300),
    mediaType: choice("Le type de média", MEDIA_TYPES).default("article"),
    category: requiredText("La catégorie", 100).default("cko-news"),
    publicationDay: publicationDay(),
    mediaUrl: mediaAddress("L’URL du média"),
    mediaCaption: optionalText("La légende du média", MAX_CAPTION_LENGTH),
    media: mediaList(),
    thumbnailUrl: mediaAddress("L’URL de la miniature"),
    content: markdownText("Le contenu"),
    externalUrl: webAddress("Le lien externe"),
    isPublished: checkbox("Publier immédiatement", "publié"),
  })
  .refine((form) => form.mediaType === "article" || form.mediaUrl !== null, {
    path: ["mediaUrl"],
    error: "Pour une image ou une vidéo, l’URL du média est requise",
  })
  // The fields are not shown for articles: what stands in them belongs to the type chosen before.
  .transform((form) =>
    form.mediaType === "article" ? { ...form, mediaUrl: null, mediaCaption: "", media: "" } : form,
  )

export type NewsForm = z.output<typeof newsSchema>

/** The media after the first one, one a line, as they are stored. */
function mediaList() {
  return optionalLines("Les autres médias", MAX_TEXT_LENGTH).transform((text, context) => {
    const media = readMedia(text)
    const problem = problemIn(media)
    if (problem === undefined) return writeMedia(media)
    context.addIssue({ code: "custom", message: problem })
    return z.NEVER
  })
}
