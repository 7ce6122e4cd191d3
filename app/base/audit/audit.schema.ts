import { z } from "zod"
import { AUDIT_KINDS } from "#app/kit/lib/audit.ts"

/** The parameters that narrow the log down, beside the person. */
export const FILTERS = ["kind", "item", "day"] as const

const filtersSchema = z.object({
  kind: z.enum(AUDIT_KINDS, "Ce type n’existe pas").optional(),
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

/** What an address asks for, or what is wrong with it. */
export function parseFilters(filters: Record<string, string>) {
  const parsed = filtersSchema
    .refine(
      ({ kind, item }) => kind !== undefined || item === undefined,
      "Un élément ne va pas sans son type",
    )
    .safeParse(filters)
  return parsed.success
    ? { filters: parsed.data, problem: undefined }
    : { filters: undefined, problem: parsed.error.issues[0]?.message ?? "Ce filtre n’existe pas" }
}
