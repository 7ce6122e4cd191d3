import { z } from "zod"
import { MENTIONS, PRIVACY } from "./legal-pages.ts"

/** Gives a legal page its proposed text back. */
export const proposalSchema = z.object({ id: z.enum([MENTIONS, PRIVACY], "Cette page n’existe pas") })
