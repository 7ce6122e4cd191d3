import { z } from "zod"
import { CARD } from "#app/content/drafts/form-values.ts"
import { noted } from "#app/kit/form/field-facts.ts"
import {
  boundedDay,
  checkbox,
  choice,
  clock,
  markdownText,
  mediaAddress,
  optionalLines,
  optionalText,
  ordinal,
  publicationDay,
  requiredText,
  webAddress,
} from "#app/kit/form/form-fields.ts"
import { parseTypedDuration } from "#app/kit/lib/durations.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { RESERVED_FOR } from "#app/kit/lib/reserved.ts"
import { chaptersField } from "../chapters/chapters-form.schema.ts"
import { soundbitesField } from "../chapters/soundbites/soundbites-form.schema.ts"
import { readLinks } from "./episode-links.ts"
import { COMMENT_CHOICES, EPISODE_TYPES } from "./episodes.schema.ts"
import { peopleField } from "../guests/guest-form.schema.ts"

/** Titles come from feeds too, which allow them to be this long. */
const MAX_NAME_LENGTH = 500
export const MAX_BILLING = MAX_NAME_LENGTH
/** Ten years. */
const MAX_RESERVED_DAYS = 3_650
/** What the database's `integer` holds. */
const MAX_VIEWS = 2_147_483_647

/**
 * docs/product.md 3.1, 3.2 and 3.9: title required, and in the card the guest, unless the box says that there is none; what is
 * no number of views counts as 0.
 */
export const episodeSchema = z
  .object({
    title: requiredText("Le titre", MAX_NAME_LENGTH),
    guest: optionalText("L’invité", MAX_NAME_LENGTH),
    hasNoGuest: checkbox("Épisode sans invité", "sans invité"),
    people: peopleField(),
    [CARD]: checkbox("Fiche"),
    subtitle: optionalText("L’accroche", 300),
    season: ordinal("La saison"),
    number: ordinal("Le numéro"),
    type: choice("Le type d’épisode", EPISODE_TYPES).default("full"),
    isExplicit: checkbox("Contenu explicite"),
    commentsOpen: choice("Les commentaires", COMMENT_CHOICES).default("automatic"),
    description: markdownText("La description"),
    audioUrl: mediaAddress("Le son de l’épisode"),
    duration: durationField(),
    youtubeUrl: webAddress("L’URL YouTube"),
    spotifyUrl: webAddress("L’URL Spotify"),
    thumbnailUrl: mediaAddress("L’URL de la miniature"),
    views: viewsField(),
    /** The views that the form was filled with: left as they are, they go on being counted meanwhile. */
    viewsBefore: z.coerce.number().optional().catch(undefined),
    publicationDay: publicationDay(),
    publicationClock: clock("L’heure de publication"),
    chapters: chaptersField(),
    /** How many the form was filled with: left without any, those that its sound brought meanwhile stay. */
    chaptersBefore: z.coerce.number().optional().catch(undefined),
    soundbites: soundbitesField(),
    /** Where a file with a transcript is, which saving takes over. */
    transcriptUrl: mediaAddress("Le fichier de la transcription"),
    credits: markdownText("Les crédits", { longest: 10_000 }),
    links: optionalLines("Les liens", 50_000).transform((text, { addIssue }) => {
      const { links, problem } = readLinks(text)
      if (problem) addIssue(problem)
      return links
    }),
    reservedFor: choice("Réservé aux soutiens", RESERVED_FOR).default("nobody"),
    reservedDays: ordinal("Le nombre de jours").refine(
      (days) => days === null || days <= MAX_RESERVED_DAYS,
      "Le nombre de jours est trop grand",
    ),
    reservedUntil: boundedDay("La date d’ouverture à tous"),
    reservedLevelId: ordinal("Le palier"),
    isReservedHidden: checkbox("Cacher aussi sa page", "page cachée aux autres"),
    supporterAudioUrl: mediaAddress("Le son des soutiens").refine(
      (address) => address === null || mediaKey(address) !== undefined,
      "Le son des soutiens doit être dans la médiathèque : ailleurs, rien ne le réserve",
    ),
    isPublished: checkbox("Publier l’épisode", "publié"),
  })
  .refine(({ reservedFor, reservedDays }) => reservedFor !== "days" || reservedDays !== null, {
    path: ["reservedDays"],
    error: "Dites pendant combien de jours il est réservé",
    when: ({ issues }) => !issues.some(({ path }) => String(path?.[0]).startsWith("reserved")),
  })
  .refine(({ reservedFor, reservedUntil }) => reservedFor !== "until" || reservedUntil !== null, {
    path: ["reservedUntil"],
    error: "Dites à quelle date il s’ouvre à tous",
    when: ({ issues }) => !issues.some(({ path }) => String(path?.[0]).startsWith("reserved")),
  })
  .refine((form) => form.guest !== "" || form.hasNoGuest || !isGuestInWords(form), {
    path: ["guest"],
    error: "L’invité est requis",
    when: isGuestKnown,
  })
  .refine((form) => form.guest === "" || !form.hasNoGuest || !isGuestInWords(form), {
    path: ["guest"],
    error: "Videz ce champ, ou décochez « Épisode sans invité »",
    when: isGuestKnown,
  })

/** In seconds; null when left empty. */
function durationField() {
  const label = "La durée"
  const read = z
    .string()
    .default("")
    .transform((value) => value.trim())
    .refine(
      (value) => value === "" || parseTypedDuration(value) !== null,
      `${label} doit être écrite comme 1:02:03, ou en minutes`,
    )
    .transform(parseTypedDuration)
  return noted(read, { label, takes: "duration" })
}

function viewsField() {
  const read = z
    .string()
    .default("")
    .transform((value) => Math.trunc(Number(value.replace(/\s/g, ""))) || 0)
    .pipe(
      z
        .number("Le nombre de vues est trop grand")
        .min(0, "Le nombre de vues ne peut pas être négatif")
        .max(MAX_VIEWS, "Le nombre de vues est trop grand"),
    )
  return noted(read, { label: "Les vues", takes: "number" })
}

/** Whatever is wrong with other fields. */
function isGuestKnown({ issues }: z.core.ParsePayload) {
  return !issues.some(({ path }) => ["guest", "hasNoGuest", "people"].includes(String(path?.[0])))
}

/** True of the card, where the guest is words alone; on the page of an episode nobody is nobody. */
export function isGuestInWords(form: { people?: unknown; [CARD]?: boolean }) {
  return form.people === undefined || form[CARD] === true
}

export type EpisodeForm = z.output<typeof episodeSchema>
