import { z } from "zod"
import { oneRow } from "#app/kit/form/form-fields.ts"
import { CAPTION_LANGUAGES } from "#app/kit/lib/captions.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { MAX_TRANSCRIPT } from "../formats/read-transcript.ts"

const language = z.enum(CAPTION_LANGUAGES, "Choisissez une langue")

/** `id` is the video's. */
export const captionsIntents = {
  "save-captions": oneRow.extend({
    language,
    text: z.string().default("").pipe(z.string().max(MAX_TRANSCRIPT, "Le texte est trop long")),
    address: z
      .string()
      .default("")
      .transform((text) => completeAddress(text.trim()))
      .pipe(
        z
          .string()
          .max(MAX_URL_LENGTH, "L’adresse est trop longue")
          .refine(
            (text) => text === "" || isWebAddress(text) || isSitePath(text),
            "L’adresse doit commencer par https://, http:// ou /",
          ),
      ),
  }),
  "remove-captions": oneRow.extend({ language }),
}
