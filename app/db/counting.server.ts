import { type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { db } from "./client.server.ts"

/** How many rows of a table a condition finds, but `most` at most: counting all of a large table takes long. */
export function countUpTo(most: number, table: PgTable, condition: SQL | undefined) {
  const found = db
    .select({ found: sql`1` })
    .from(table)
    .where(condition)
    .limit(most)
  return db.$count(sql`(${found}) found`)
}
