import { z } from "zod"
import { checkbox, markdownText, optionalText, requiredText, slug } from "#app/kit/form/form-fields.ts"

/** docs/product.md 7.1: title and slug required. */
export const pageSchema = z.object({
  title: requiredText("Le titre", 300),
  slug: slug(),
  metaDescription: optionalText("La Meta Description", 500),
  content: markdownText("Le contenu"),
  isPublished: checkbox("Publier la page", "publié"),
  /** Of a legal page, which proposed text the form was filled with (`textKey`); empty for others. */
  proposal: z.string().max(64).default(""),
})

export type PageForm = z.output<typeof pageSchema>
