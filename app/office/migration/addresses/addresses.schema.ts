import { z } from "zod"
import { webAddress } from "#app/kit/form/form-fields.ts"

/** Another site's address, typed by a host. */
const siteForm = (label: string) =>
  z.object({ site: webAddress(label).pipe(z.string(`${label} est requise`)) })

export const oldSiteForm = siteForm("L’adresse de l’ancien site")
export const newSiteForm = siteForm("L’adresse du nouveau site")
