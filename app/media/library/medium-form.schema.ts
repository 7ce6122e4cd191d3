import { z } from "zod"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { noted } from "#app/kit/form/field-facts.ts"
import { oneRow, optionalLines, requiredText } from "#app/kit/form/form-fields.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"

/** What would be another folder, or another name than one reads. */
// eslint-disable-next-line no-control-regex -- they are what is refused
const UNFIT = /[/\\\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|^\.+$/

/** What hosts change of a medium. */
export const mediumSchema = z.object({
  // Held against what was typed: nobody is to get another name than the one that they read.
  title: z
    .string()
    .optional()
    .refine(
      (title = "") => !UNFIT.test(title.trim()),
      "Le nom ne peut contenir ni « / », ni « \\ », ni caractère invisible",
    )
    .pipe(requiredText("Le nom", 200)),
  alt: optionalLines("Le texte alternatif", 1_000),
  focalX: percentage("Le point d’intérêt, horizontalement,"),
  focalY: percentage("Le point d’intérêt, verticalement,"),
})

export type MediumForm = z.output<typeof mediumSchema>

/** What a picture shows, typed where none was. */
const descriptionSchema = oneRow.extend({
  alt: optionalLines("Le texte alternatif", 1_000).pipe(z.string().min(1, "Le texte alternatif est requis")),
})

/** What takes the place of a medium: another one's address. */
const replacementSchema = oneRow.extend({
  address: z
    .string()
    .default("")
    .transform((address) => mediaKey(address.trim().slice(0, MAX_URL_LENGTH)) ?? "")
    .pipe(z.string().min(1, "Le nouveau média doit être une adresse de la médiathèque")),
})

/** What can be asked for on the library's page. */
export const libraryIntents = { describe: descriptionSchema, retry: oneRow, delete: chosenRows }

/** What can be asked for on a medium's page. */
export const mediumIntents = {
  save: mediumSchema,
  retry: oneRow,
  cover: oneRow,
  replace: replacementSchema,
  delete: chosenRows,
  "delete-used": oneRow,
}

/** From 0 to 100, 50 when left empty. */
function percentage(label: string) {
  const read = z
    .string()
    .default("")
    .transform((value) => value.trim().replace(",", ".") || "50")
    .refine((value) => /^\d{1,3}(\.\d{1,6})?$/.test(value) && Number(value) <= 100, {
      error: `${label} doit être un nombre entre 0 et 100`,
    })
    .transform(Number)
  return noted(read, { label: label.slice(0, -1), takes: "number" })
}
