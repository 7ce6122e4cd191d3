import { z } from "zod"
import {
  checkbox,
  markdownText,
  mediaAddress,
  optionalLines,
  optionalText,
  requiredText,
  slug,
} from "#app/kit/form/form-fields.ts"

/** docs/product.md 6.1: title, slug and content required. */
export const postSchema = z.object({
  title: requiredText("Le titre", 300),
  slug: slug(),
  coverImageUrl: mediaAddress("L’image de couverture"),
  excerpt: optionalLines("L’extrait", 1_000),
  signature: optionalText("La signature", 100),
  content: markdownText("Le contenu", { isRequired: true }),
  isPublished: checkbox("Publier l'article", "publié"),
})

export type PostForm = z.output<typeof postSchema>
