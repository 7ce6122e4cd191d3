import { z } from "zod"
import { checkbox, choice } from "#app/kit/form/form-fields.ts"
import { FORMAT_NAMES } from "./formats.ts"

export const exportIntents = {
  make: z.object({
    format: choice("Pour", FORMAT_NAMES).default("archive"),
    hasMedia: checkbox("Les médias"),
    hasPersonalData: checkbox("Les données personnelles"),
  }),
  cancel: z.object({}),
  /** An archive is known by its name. */
  delete: z.object({ id: z.string() }),
}
