import { z } from "zod"
import {
  checkbox,
  choice,
  MAX_TEXT_LENGTH,
  mediaAddress,
  optionalText,
  publicationDay,
  requiredText,
  webAddress,
} from "#app/form/form-fields.ts"
import { MEDIA_TYPES } from "./news.schema.ts"

/** docs/product.md 5.1: title required; by default an article of the category CKO News. */
export const newsSchema = z
  .object({
    title: requiredText("Le titre", 300),
    mediaType: choice("Le type de média", MEDIA_TYPES).default("article"),
    category: requiredText("La catégorie", 100, { feminine: true }).default("cko-news"),
    publicationDay: publicationDay(),
    mediaUrl: mediaAddress("L’URL du média"),
    thumbnailUrl: mediaAddress("L’URL de la miniature"),
    content: optionalText("Le contenu", MAX_TEXT_LENGTH),
    externalUrl: webAddress("Le lien externe"),
    isPublished: checkbox("Publier immédiatement"),
  })
  .refine((form) => form.mediaType === "article" || form.mediaUrl !== null, {
    path: ["mediaUrl"],
    error: "Pour une image ou une vidéo, l’URL du média est requise",
  })
  // The field is not shown for articles: what stands in it belongs to the type chosen before.
  .transform((form) => (form.mediaType === "article" ? { ...form, mediaUrl: null } : form))

export type NewsForm = z.output<typeof newsSchema>
