import { z } from "zod"
import { oneRow } from "#app/kit/form/form-fields.ts"

/** The parameter that says which copy is looked into. */
export const COPY = "copie"

export const copyIntents = {
  /** What it is, and the copy that has it, by its name. */
  bring: oneRow.extend({ kind: z.string(), [COPY]: z.string() }),
  /** A group of settings, and by which of its states the differences were seen. */
  "bring-settings": z.object({ id: z.string(), value: z.string(), [COPY]: z.string() }),
}
