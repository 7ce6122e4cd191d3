import { z } from "zod"

/** When something was published that is published again: a time that a date can have, or none. */
export const formerTime = z.iso
  .datetime()
  .transform((time) => new Date(time))
  .pipe(z.date().min(new Date("1900-01-01")).max(new Date("9999-12-31")))
  .optional()
  .catch(undefined)

type Row = { id: number; isPublished?: boolean; publishedAt?: Date | null }

/**
 * What publishes again, each with its date, what is about to be taken back of these rows: the form's `value` says « 12=2026-… ».
 *
 * @param list where that was
 */
export async function undoOfUnpublishing(
  ids: number[],
  find: (id: number) => Promise<Row | undefined>,
  list: string,
) {
  const rows = (await Promise.all(ids.map(find))).flatMap((row) => (row?.isPublished ? [row] : []))
  if (rows.length === 0) return undefined
  const times = rows.map(({ id, publishedAt }) => [String(id), publishedAt?.toISOString() ?? ""])
  const fields = {
    intent: "publish",
    ids: rows.map(({ id }) => id).join(","),
    value: new URLSearchParams(times).toString(),
  }
  return { to: list, fields }
}

/** More than twenty rows need. */
const MAX_VALUE = 2_000

/** The date that such a form gives one of its rows. @param value the form's */
export const formerTimeOf = (id: number, value: string) =>
  formerTime.parse(new URLSearchParams(value.slice(0, MAX_VALUE)).get(String(id)) ?? undefined)
