import { z } from "zod"
import { checkbox } from "#app/kit/form/form-fields.ts"

/** What a table may say of people, in the order in which it is asked where that stands; by it, a select's name. */
export const COLUMN_LABELS = {
  email: "Adresse e-mail",
  firstName: "Prénom",
  name: "Nom",
  level: "Palier",
  until: "Jusqu’au",
  origin: "Origine",
  note: "Note",
} as const
export type ColumnName = keyof typeof COLUMN_LABELS
export const COLUMN_NAMES = Object.keys(COLUMN_LABELS) as ColumnName[]

const column = z.string().max(100).optional()

const tableSchema = z.object({
  csv: z.string("Le tableau est requis").refine((text) => text.trim() !== "", "Le tableau est requis"),
  /** Which column it is (`choicesOf`); empty for none, and guessed where the form did not ask yet. */
  ...(Object.fromEntries(COLUMN_NAMES.map((name) => [name, column])) as Record<ColumnName, typeof column>),
  shortens: checkbox("Raccourcir aussi ce qui durait plus longtemps"),
})

export type AskedTable = z.output<typeof tableSchema>

export const supporterImportIntents = { preview: tableSchema, import: tableSchema }
