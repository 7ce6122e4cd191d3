import { z } from "zod"

const WRONG = "Les dixièmes écoutés ne sont pas valides"

/** What a player sends of a listening (app/podcast/player/heard-tenths.ts). */
export const playSchema = z.object({
  /** « 1,2,5 »; none where nobody knows how long the episode is. */
  tenths: z
    .string(WRONG)
    .regex(/^(?:(?:[1-9]|10)(?:,(?:[1-9]|10)){0,9})?$/, WRONG)
    .transform((text) => new Set(text.split(",").filter(Boolean))),
  /** The host of the page that shows the player, where that is another site's; empty where the browser hides it. */
  site: z.string("Le site n’est pas valide").max(300, "Le site n’est pas valide").default(""),
  /** What was not told of a listening yet, whose play is counted already. */
  again: z.literal("1", "L’écoute n’est pas valide").optional(),
})
