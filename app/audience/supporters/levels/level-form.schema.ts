import { z } from "zod"
import { markdownText, optionalText, ordinal, requiredText, webAddress } from "#app/kit/form/form-fields.ts"

const MAX_RANK = 100
const MAX_MONTHS = 120

/** docs/product.md 53.1: a level of support. */
export const levelSchema = z.object({
  name: requiredText("Le nom", 300),
  rank: ordinal("Le rang").pipe(
    z.number("Le rang est requis").max(MAX_RANK, `Le rang doit être compris entre 1 et ${MAX_RANK}`),
  ),
  /** One where nobody says. */
  months: ordinal("Les mois qu’ouvre un paiement").pipe(
    z
      .number()
      .max(MAX_MONTHS, `Les mois qu’ouvre un paiement doivent être compris entre 1 et ${MAX_MONTHS}`)
      .nullable()
      .transform((months) => months ?? 1),
  ),
  price: optionalText("Le prix", 100),
  description: markdownText("Ce qu’il ouvre"),
  payUrl: webAddress("L’adresse où l’on paie"),
})

export type LevelForm = z.output<typeof levelSchema>
