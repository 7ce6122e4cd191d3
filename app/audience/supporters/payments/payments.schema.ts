import { z } from "zod"
import { emailAddress } from "#app/accounts/auth/auth.schema.ts"
import { oneRow, ordinal, requiredText } from "#app/kit/form/form-fields.ts"
import type { PAYMENT_STATES } from "#app/kit/lib/payments.ts"

export const PAYMENTS_PATH = "/admin/supporters/payments"

/** As the page's address has them. */
export const STATE_OF: Record<string, (typeof PAYMENT_STATES)[number]> = {
  "a-rattacher": "waiting",
  pris: "applied",
  classes: "dismissed",
}

/** Whose a payment is, and what it opens (docs/product.md 57.4). */
export const attachSchema = oneRow.extend({
  email: requiredText("L’adresse e-mail", 254, { feminine: true }).pipe(emailAddress),
  /** None is what all supporters have. */
  levelId: ordinal("Le palier"),
})

export const paymentIntents = { attach: attachSchema, dismiss: oneRow, "renew-address": z.object({}) }
