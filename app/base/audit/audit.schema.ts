import { z } from "zod"

/** The parameters that narrow the log down, beside the person. */
export const FILTERS = ["kind", "item", "day"] as const

const filtersSchema = z.object({
  kind: z.string().optional(),
  item: z
    .string()
    .regex(/^[\w-]{1,99}$/, "Cet élément n’existe pas")
    .optional(),
  day: z.iso
    .date("Ce jour n’est pas une date valide")
    .refine((day) => day >= "2000-01-01" && day <= "2100-12-31", "Ce jour n’est pas une date valide")
    .optional(),
})

export type LogFilters = z.output<typeof filtersSchema>

/** What an address asks for, or what is wrong with it. @param kinds those that there are */
export function parseFilters(filters: Record<string, string>, kinds: { value: string }[]) {
  const parsed = filtersSchema
    .refine(({ kind }) => !kind || kinds.some(({ value }) => value === kind), "Ce type n’existe pas")
    .refine(
      ({ kind, item }) => kind !== undefined || item === undefined,
      "Un élément ne va pas sans son type",
    )
    .safeParse(filters)
  return parsed.success
    ? { filters: parsed.data, problem: undefined }
    : { filters: undefined, problem: parsed.error.issues[0]?.message ?? "Ce filtre n’existe pas" }
}
