import type { PgTable } from "drizzle-orm/pg-core"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"

/**
 * Has the database look at how much is in a table: it does so by itself within minutes, and takes one of 200,000 new rows for empty
 * until then, which it reads whole to find one. Nobody waits for it.
 */
export async function countAnew(table: PgTable) {
  await db.execute(sql`analyze ${table}`)
}
