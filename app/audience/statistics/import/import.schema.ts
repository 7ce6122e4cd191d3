import { z } from "zod"
import { requiredText } from "#app/kit/form/form-fields.ts"

/** Without scripts a table is pasted: as much as a form holds. */
export const MAX_PASTED = 1_000_000

export const hostSchema = z.object({ name: requiredText("Le nom de l’hébergeur", 60) })

const tableSchema = hostSchema.extend({
  csv: z.string("Le tableau est requis").refine((text) => text.trim() !== "", "Le tableau est requis"),
})

/** What can be asked for on the page of other hosts' figures. */
export const figuresIntents = { preview: tableSchema, import: tableSchema, remove: hostSchema }
