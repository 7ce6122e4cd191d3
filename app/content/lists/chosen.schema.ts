import { z } from "zod"
import { rowId } from "#app/kit/form/form-fields.ts"
import { ROWS_PER_PAGE } from "./list-view.ts"

/** How many rows a bulk action came to: done, left as they were for a reason, gone meanwhile. */
export type Counts = { done: number; refused: number; missing: number }

/** Several rows of a page, as « 12,13 ». */
const ticked = z
  .string()
  .transform((value): unknown[] => [...new Set(value.split(",", ROWS_PER_PAGE + 1))])
  .pipe(z.array(rowId).min(1).max(ROWS_PER_PAGE))

/**
 * The rows that a form of a list is about: one, those that were ticked, or all that the list's address finds, up to the newest
 * that was there when they were chosen.
 */
export const chosenRows = z
  .object({
    id: rowId.optional(),
    ids: ticked.optional(),
    upTo: rowId.optional(),
    /** What the requests before this one came to. */
    counts: z
      .string()
      .regex(/^\d{1,6},\d{1,6},\d{1,6}$/)
      .optional(),
    /** A script goes on by itself. */
    live: z.string().optional(),
    /** What the bulk action needs to know. */
    value: z.string().optional(),
  })
  .refine(({ id, ids, upTo }) => (id ?? ids ?? upTo) !== undefined)
  .transform(({ id, ids, upTo, counts = "0,0,0", live, value = "" }) => {
    const [done = 0, refused = 0, missing = 0] = counts.split(",").map(Number)
    const before: Counts = { done, refused, missing }
    return {
      ids: ids ?? (id === undefined || upTo !== undefined ? [] : [id]),
      upTo,
      before,
      isLive: Boolean(live),
      value,
    }
  })

export type Chosen = z.output<typeof chosenRows>

export function writeCounts({ done, refused, missing }: Counts) {
  return [done, refused, missing].join(",")
}
