import type { Placeholder, SQL } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { db } from "./client.server.ts"

type Count = number | Placeholder
type Options = { where: SQL | undefined; orderBy: SQL[]; limit: Count; offset: Count }

/**
 * The identifiers of one page of a list, to be joined with their rows: what comes before the page is passed over in the
 * index of that order alone, without reading those rows.
 */
export function selectPage(table: PgTable & { id: PgColumn }, { where, orderBy, limit, offset }: Options) {
  return db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
    .as("page")
}
