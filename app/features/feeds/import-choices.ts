import { z } from "zod"

/** How many episodes a preview lists one by one, to be chosen and corrected; the others are taken with all, or with none. */
export const MAX_LISTED = 20_000

/** What a preview calls an item by, and the page's choices name it by: part of its digest. */
export function keyOf({ digest }: { digest: string }) {
  return digest.slice(0, 16)
}

const keySchema = z.string().length(16)

/** What the host made of a preview; it travels with the request, and nothing of it is kept meanwhile. */
export const choicesSchema = z.object({
  take: z.enum(["all", "none"]),
  /** The items for which `take` does not hold. */
  except: z.array(keySchema).max(MAX_LISTED),
  /** Items that were taken for episodes of the site, and are none. */
  separate: z.array(keySchema).max(MAX_LISTED),
  /** By item, the guest's name as it should be; empty for none. */
  guests: z.array(z.tuple([keySchema, z.string().max(500)])).max(MAX_LISTED),
})

export type ChosenByHost = z.infer<typeof choicesSchema>

export type Choices = {
  isTaken: (item: { digest: string }) => boolean
  isSeparate: (item: { digest: string }) => boolean
  guestOf: (item: { digest: string }) => string | undefined
}

/** Everything, as it is: what an import does where nobody was asked. */
export const EVERYTHING = toChoices({ take: "all", except: [], separate: [], guests: [] })

export function toChoices({ take, except, separate, guests }: ChosenByHost): Choices {
  const [others, apart, corrected] = [new Set(except), new Set(separate), new Map(guests)]
  return {
    isTaken: (item) => others.has(keyOf(item)) !== (take === "all"),
    isSeparate: (item) => apart.has(keyOf(item)),
    guestOf: (item) => corrected.get(keyOf(item)),
  }
}
