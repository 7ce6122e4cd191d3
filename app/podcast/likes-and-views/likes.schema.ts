import { z } from "zod"

/** docs/product.md 10.1: `session_{timestamp}_{random}`, made by the browser and kept in its local storage. */
export const sessionIdField = z
  .string()
  .regex(/^session_\d{1,16}_[a-z0-9-]{1,64}$/i, "L’identifiant de session n’est pas valide")

export const likeSchema = z.object({
  session: sessionIdField,
  intent: z.enum(["like", "unlike"], "Action inconnue"),
})

export const viewSchema = z.object({
  session: sessionIdField,
  /** Made by the browser for each time it opens the page. */
  view: z.string().max(100, "L’identifiant d’ouverture n’est pas valide").default(""),
})
