import { copyIntents } from "#app/podcast/migration/copies/copies.schema.ts"
import { oldSiteForm } from "./addresses/addresses.schema.ts"
import { feedAddress } from "#app/podcast/migration/look/look.schema.ts"

/** What can be asked for on the page by which a podcast moves in, with its site. */
export const migrationInIntents = { ...copyIntents, "look-old": feedAddress, "look-site": oldSiteForm }
