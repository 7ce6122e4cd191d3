import { z } from "zod"
import { choice, optionalLines } from "#app/kit/form/form-fields.ts"
import { LEAVING_REASONS } from "#app/kit/lib/newsletter.ts"

/** What who left may say of it. */
export const leavingSchema = z.object({
  reason: choice("La raison", LEAVING_REASONS),
  words: optionalLines("Votre message", 500),
})

export type Leaving = z.output<typeof leavingSchema>

/** What the page can be asked for; a mail program's click has no intent. */
export const leavingIntents = { leave: z.object({}), return: z.object({}), reason: leavingSchema }
