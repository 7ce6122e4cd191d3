import { z } from "zod"
import { oneRow } from "#app/kit/form/form-fields.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { toBareText } from "./bare-text.ts"
import { atMost, withoutUnseen } from "./comments.schema.ts"

/** An address or a word, told apart by the at sign. */
export const banSchema = z.object({
  value: z
    .string()
    .default("")
    .transform((value) => (value.includes("@") ? value.trim().toLowerCase() : toBareText(value)))
    .pipe(
      z
        .string()
        .min(1, "Donnez une adresse e-mail ou un mot")
        .max(255, "Une adresse ou un mot doit contenir moins de 255 caractères")
        .refine((value) => !value.includes("@") || z.email().safeParse(value).success, "Email invalide")
        .refine(
          (value) => /[\p{L}\p{N}]/u.test(value),
          "Un mot à bloquer contient au moins une lettre ou un chiffre",
        ),
    ),
})

/** A reply as the podcast: as long as a comment may be, and as short as one likes. */
export const podcastReplySchema = oneRow.extend({
  content: z
    .string()
    .default("")
    .transform(withoutUnseen)
    .pipe(
      z
        .string()
        .min(1, "La réponse est requise")
        .pipe(atMost(2_000, "La réponse doit contenir moins de 2\u202f000 caractères")),
    ),
})

/** What can be asked for on the moderators' page. */
export const moderationIntents = {
  delete: chosenRows,
  hide: chosenRows,
  show: chosenRows,
  "delete-author": oneRow,
  "ban-author": oneRow,
  reply: podcastReplySchema,
  "edit-reply": podcastReplySchema.extend({
    /** What it said when the form was filled. */
    was: z
      .string()
      .default("")
      .transform((value) => value.replaceAll("\r\n", "\n")),
  }),
  ban: banSchema,
  unban: oneRow,
}
