import { z } from "zod"
import { emailAddress } from "#app/accounts/auth/auth.schema.ts"
import { noted } from "#app/kit/form/field-facts.ts"
import {
  boundedDay,
  checkbox,
  optionalLines,
  optionalText,
  ordinal,
  requiredText,
} from "#app/kit/form/form-fields.ts"

/** docs/product.md 54.1: who supports the podcast. */
export const supporterSchema = z.object({
  // As long as a mail server takes one (RFC 5321).
  email: requiredText("L’adresse e-mail", 254, { feminine: true }).pipe(emailAddress),
  name: optionalText("Le nom", 100),
  /** None is what all supporters have. */
  levelId: ordinal("Le palier"),
  /** The last day; none is for good. */
  until: noted(boundedDay("La date de fin"), { label: "Jusqu’au", word: "jusqu’au", takes: "day" }),
  renews: checkbox("Se renouvelle de soi-même", "renouvellement"),
  origin: optionalText("L’origine", 100),
  note: optionalLines("La note", 2_000),
  hasFeed: checkbox("A un flux à son nom", "flux à son nom"),
})

export type SupporterForm = z.output<typeof supporterSchema>
