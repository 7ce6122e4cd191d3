import { z } from "zod"
import { webAddress } from "#app/kit/form/form-fields.ts"

const label = "L’adresse du flux"

/** A feed's address, typed by a host. */
export const feedAddress = z.object({
  address: webAddress(label).pipe(z.string(`${label} est requise`)),
})
