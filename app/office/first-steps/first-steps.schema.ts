import { z } from "zod"
import { STEPS } from "#app/base/settings/first-steps.ts"

const oneStep = z.object({ id: z.enum(STEPS) })

/** What is noted of the steps. */
export const stepIntents = { pass: oneStep, "take-up": oneStep, finish: z.object({ id: z.literal("all") }) }

/** The address of a feed whose podcast is looked at. */
export const feedSchema = z.object({
  feed: z
    .string()
    .trim()
    .min(1, "Indiquez l’adresse d’un flux")
    .max(2_000, "L’adresse du flux est trop longue"),
})

const ALSO = "also."

/** What came with the site goes; of what hosts edited only what they name, with a ticked box each. */
export const starterIntents = {
  "remove-starter": z
    .record(z.string(), z.string())
    .refine(({ id }) => id === "all", "Rien n’a été retiré")
    .transform((fields) =>
      Object.keys(fields).flatMap((name) => (name.startsWith(ALSO) ? [name.slice(ALSO.length)] : [])),
    ),
}
