import { z } from "zod"
import { MENTIONS, PRIVACY } from "./legal-pages.ts"

/** The legal page that gets its proposed text back, or that is made anew after it was deleted. */
export const legalPageSchema = z.object({ id: z.enum([MENTIONS, PRIVACY], "Cette page n’existe pas") })
