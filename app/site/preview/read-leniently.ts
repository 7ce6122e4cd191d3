import type { z } from "zod"

/** What the fields of a form make, each by itself: of one that is wrong nothing is there. A draft need not be right yet. */
export function readLeniently<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  values: Record<string, string>,
) {
  const read: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const parsed = (field as unknown as z.ZodType).safeParse(values[name])
    if (parsed.success) read[name] = parsed.data
  }
  return read as Partial<z.output<z.ZodObject<Shape>>>
}
