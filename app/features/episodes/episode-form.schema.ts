import { z } from "zod"
import {
  checkbox,
  MAX_TEXT_LENGTH,
  mediaAddress,
  optionalText,
  ordinal,
  publicationDay,
  requiredText,
  webAddress,
} from "#app/form/form-fields.ts"

/** Titles come from feeds too, which allow them to be this long. */
const MAX_NAME_LENGTH = 500
/** What the database's `integer` holds. */
const MAX_VIEWS = 2_147_483_647

/**
 * docs/product.md 3.1 and 3.2: title and guest required, unless the box says that there is none; what is no number of
 * views counts as 0.
 */
export const episodeSchema = z
  .object({
    title: requiredText("Le titre", MAX_NAME_LENGTH),
    guest: optionalText("L’invité", MAX_NAME_LENGTH),
    hasNoGuest: checkbox("Épisode sans invité"),
    season: ordinal("La saison"),
    number: ordinal("Le numéro"),
    description: optionalText("La description", MAX_TEXT_LENGTH),
    youtubeUrl: webAddress("L’adresse YouTube"),
    spotifyUrl: webAddress("L’adresse Spotify"),
    thumbnailUrl: mediaAddress("L’adresse de la miniature"),
    views: z
      .string()
      .default("")
      .transform((value) => Math.trunc(Number(value.replace(/\s/g, ""))) || 0)
      .pipe(
        z
          .number("Le nombre de vues est trop grand")
          .min(0, "Le nombre de vues ne peut pas être négatif")
          .max(MAX_VIEWS, "Le nombre de vues est trop grand"),
      ),
    /** The views that the form was filled with: left as they are, they go on being counted meanwhile. */
    viewsBefore: z.coerce.number().optional().catch(undefined),
    publicationDay: publicationDay(),
    isPublished: checkbox("Publier l’épisode"),
  })
  .refine(({ guest, hasNoGuest }) => guest !== "" || hasNoGuest, {
    path: ["guest"],
    error: "L’invité est requis",
    when: isGuestKnown,
  })
  .refine(({ guest, hasNoGuest }) => guest === "" || !hasNoGuest, {
    path: ["guest"],
    error: "Videz ce champ, ou décochez « Épisode sans invité »",
    when: isGuestKnown,
  })

/** Whatever is wrong with other fields. */
function isGuestKnown({ issues }: z.core.ParsePayload) {
  return !issues.some(({ path }) => path?.[0] === "guest" || path?.[0] === "hasNoGuest")
}

export type EpisodeForm = z.output<typeof episodeSchema>
