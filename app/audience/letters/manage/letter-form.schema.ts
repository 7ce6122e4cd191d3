import { z } from "zod"
import { checkbox, choice, markdownText, optionalText, requiredText } from "#app/kit/form/form-fields.ts"
import { LETTER_TOPICS } from "#app/kit/lib/letters.ts"

/** docs/product.md 44.1: the subject is required. */
export const letterSchema = z.object({
  title: requiredText("L’objet", 200),
  previewText: optionalText("Le texte d’aperçu", 200),
  senderName: optionalText("Le nom de l’expéditeur", 80),
  topic: choice("Le thème", LETTER_TOPICS).default("letters"),
  content: markdownText("Le contenu"),
  isArchived: checkbox("Lisible dans les archives du site", "archivé"),
})

export type LetterForm = z.output<typeof letterSchema>
