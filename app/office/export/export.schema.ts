import { z } from "zod"
import { checkbox } from "#app/kit/form/form-fields.ts"

export const exportIntents = {
  make: z.object({
    hasMedia: checkbox("Les médias"),
    hasPersonalData: checkbox("Les données personnelles"),
  }),
  cancel: z.object({}),
  /** An archive is known by its name. */
  delete: z.object({ id: z.string() }),
}
