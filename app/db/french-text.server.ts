import { type AnyColumn, sql } from "drizzle-orm"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"

/** A column of text as readers see it: no line of theirs begins with a punctuation mark. */
export function frenchText(column: AnyColumn) {
  return sql<string>`${column}`.mapWith(frenchSpaces)
}
