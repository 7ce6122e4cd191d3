import { z } from "zod"
import { oneRow } from "#app/kit/form/form-fields.ts"

/** The parameter that says which copy is looked into. */
export const COPY = "copie"

export const copyIntents = {
  /** What it is, and the copy that has it, by its name. */
  bring: oneRow.extend({ kind: z.string(), copy: z.string() }),
}
