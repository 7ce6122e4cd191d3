import { z } from "zod"
import { checkbox } from "#app/kit/form/form-fields.ts"
import { newSiteForm } from "../addresses/addresses.schema.ts"
import { feedAddress } from "#app/podcast/migration/look/look.schema.ts"

/** Of the form by which subscribers are sent on. */
export const forwardForm = feedAddress.extend({
  redirects: checkbox("Rediriger l’adresse du flux"),
  isSure: checkbox("Faire suivre quand même"),
})

/** What can be asked for on the page by which a podcast moves out. */
export const migrationOutIntents = {
  unlock: z.object({}),
  lock: z.object({}),
  "look-new": forwardForm,
  forward: forwardForm,
  "come-back": z.object({}),
  "look-site": newSiteForm,
  /** A draft of the letter that tells the subscribers. */
  "write-letter": z.object({}),
}
