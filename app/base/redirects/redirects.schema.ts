import { z } from "zod"
import { checkbox, choice, oneRow, optionalText, requiredText } from "#app/kit/form/form-fields.ts"
import { MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"

export const CODES = ["301", "410"] as const
/** Four for each of 50,000 texts that came from another site: each process holds them all. */
export const MAX_RULES = 200_000
/** Of a table. */
export const MAX_LINES = 10_000

/** docs/product.md 30.1: what the form holds. How both addresses are spelled, `readRule` sees to. */
export const redirectSchema = z.object({
  source: requiredText("L’ancienne adresse", MAX_URL_LENGTH, { feminine: true }),
  code: choice("Ce qui s’y trouve", CODES),
  target: optionalText("La nouvelle adresse", MAX_URL_LENGTH),
  replaces: checkbox("Remplacer la page de cette adresse"),
})

export type RedirectForm = z.output<typeof redirectSchema>

export const missingIntents = { ignore: oneRow, heed: oneRow, clear: z.object({}) }

/** A table that was pasted or chosen, or nothing yet. */
const csvSchema = z.object({
  csv: z.string("Le tableau est requis").refine((text) => text.trim() !== "", "Le tableau est requis"),
})
export const importIntents = { preview: csvSchema, import: csvSchema }
