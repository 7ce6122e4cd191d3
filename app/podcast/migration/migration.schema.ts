import { copyIntents } from "./copies/copies.schema.ts"
import { feedAddress } from "./look/look.schema.ts"

/** What can be asked for on the page by which a podcast moves in. */
export const migrationInIntents = { ...copyIntents, "look-old": feedAddress }
