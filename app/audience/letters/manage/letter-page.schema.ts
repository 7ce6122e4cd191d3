import { z } from "zod"
import { clock, day, rowId } from "#app/kit/form/form-fields.ts"

/** The letter as it was when whoever sends this looked at it. */
const seen = z.object({ version: rowId })

/** What can be done with one letter on its own page (docs/product.md 44.3). */
export const letterPageIntents = {
  /** Sends it to one address of the team. */
  test: z.object({ to: z.string().default("") }),
  send: seen,
  schedule: seen.extend({
    day: day("La date d’envoi").refine((value) => value !== null, "La date d’envoi est requise"),
    clock: clock("L’heure d’envoi").refine((value) => value !== null, "L’heure d’envoi est requise"),
  }),
  unschedule: z.object({}),
  pause: z.object({}),
  resume: z.object({}),
  stop: z.object({}),
  /** What becomes of mails of which nobody knows whether they arrived: of all of them, or of one recipient's. */
  settle: z.object({ how: z.enum(["resend", "leave"]), recipient: rowId.optional() }),
  "delete-sent": z.object({}),
}

/** What can be done in the list of its recipients. */
export const recipientIntents = { settle: letterPageIntents.settle }

/** The fields of a button that asks for one of these. */
export const fields = (intent: keyof typeof letterPageIntents, more: Record<string, string> = {}) => ({
  intent,
  ...more,
})
