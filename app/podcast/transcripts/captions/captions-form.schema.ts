import { z } from "zod"
import { oneRow } from "#app/kit/form/form-fields.ts"
import { CAPTION_LANGUAGES } from "#app/kit/lib/captions.ts"
import { MAX_TRANSCRIPT } from "../formats/names.ts"
import { fileAddress } from "../transcript-form.schema.ts"

const language = z.enum(CAPTION_LANGUAGES, "Choisissez une langue")

/** `id` is the video's. */
export const captionsIntents = {
  "save-captions": oneRow.extend({
    language,
    text: z.string().default("").pipe(z.string().max(MAX_TRANSCRIPT, "Le texte est trop long")),
    address: fileAddress,
  }),
  "remove-captions": oneRow.extend({ language }),
}
