import { z } from "zod"

/** What can be asked for of the feed's hub. */
export const hubIntents = { "tell-hub": z.object({}) }
