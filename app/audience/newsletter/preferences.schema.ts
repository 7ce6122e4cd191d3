import { z } from "zod"
import { checkbox, optionalText } from "#app/kit/form/form-fields.ts"

/** What subscribers choose on their own page; which letters, a box for each topic. */
export const preferencesSchema = z.object({
  episodes: checkbox("Les épisodes"),
  news: checkbox("Les actualités"),
  letters: checkbox("Les lettres"),
  name: optionalText("Le nom", 100),
})

export const preferencesIntents = { save: preferencesSchema, confirm: z.object({}) }

export type Preferences = z.output<typeof preferencesSchema>
