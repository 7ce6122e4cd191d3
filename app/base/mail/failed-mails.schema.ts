import { z } from "zod"
import { ROWS_PER_PAGE } from "#app/content/lists/list-view.ts"

/** The mails that a click is about: « 1f0c…,9d2e… ». */
const selection = z.object({
  ids: z
    .string()
    .transform((value) => value.split(","))
    .pipe(z.array(z.guid()).min(1).max(ROWS_PER_PAGE)),
})

/** What can be done with mails that were given up. */
export const failedMailIntents = { retry: selection, drop: selection }
