import { z } from "zod"
import {
  mediaAddress,
  optionalLines,
  optionalText,
  requiredText,
  rowId,
  slug,
  webAddress,
} from "#app/kit/form/form-fields.ts"
import { readPeople } from "./names.ts"

const MAX_NAME_LENGTH = 150
const MAX_PEOPLE = 50

/** docs/product.md 3.10: a person with a page. */
export const guestSchema = z.object({
  name: requiredText("Le nom", MAX_NAME_LENGTH),
  slug: slug(),
  role: optionalText("Le rôle", 200),
  linkUrl: webAddress("Le lien"),
  pictureUrl: mediaAddress("L’URL de la photo"),
})

export type GuestForm = z.output<typeof guestSchema>

export const mergeIntents = { merge: z.object({ into: rowId }) }

/** « 1 épisode », « 3 épisodes ». */
export function countEpisodes({ episodeCount }: { episodeCount: number }) {
  return `${episodeCount} ${episodeCount > 1 ? "épisodes" : "épisode"}`
}

/** The people of an episode, one a line; undefined where a form has no such field. */
export function peopleField() {
  return z
    .string()
    .transform((text): string | undefined => text)
    .pipe(optionalLines("Les invités", 50_000))
    .transform(readPeople)
    .refine((people) => people.length <= MAX_PEOPLE, `Un épisode a au plus ${MAX_PEOPLE} invités`)
    .refine(
      (people) => people.every(({ name }) => name.length <= MAX_NAME_LENGTH),
      `Un nom doit contenir moins de ${MAX_NAME_LENGTH} caractères`,
    )
    .optional()
}
