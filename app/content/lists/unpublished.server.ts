import { z } from "zod"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { ROWS_PER_PAGE } from "./list-view.ts"

/** When something was published that is published again: a time that a date can have, or none. */
export const formerTime = z.iso
  .datetime()
  .transform((time) => new Date(time))
  .pipe(z.date().min(new Date("1900-01-01")).max(new Date("9999-12-31")))
  .optional()
  .catch(undefined)

type Row = { id: number; isPublished?: boolean; publishedAt?: Date | null }

/**
 * What publishes again, each with its date, what is about to be taken back of these rows.
 *
 * @param list where that was
 */
export async function undoOfUnpublishing(
  ids: number[],
  find: (id: number) => Promise<Row | undefined>,
  list: string,
) {
  const rows = (await Promise.all(ids.map(find))).filter((row) => row?.isPublished)
  if (rows.length === 0) return undefined
  const fields = {
    intent: "publish",
    ids: rows.map((row) => row?.id).join(","),
    times: rows.map((row) => row?.publishedAt?.toISOString() ?? "").join(","),
  }
  return { to: list, fields }
}

/** The dates that such a form gives its rows, by id. */
export function formerTimes({ ids = "", times = "" }: FieldValues) {
  const former = times.split(",", ROWS_PER_PAGE)
  return new Map(
    ids.split(",", ROWS_PER_PAGE).map((id, index) => [Number(id), formerTime.parse(former[index])]),
  )
}
