import { sql } from "drizzle-orm"
import { db } from "./client.server.ts"

/** The database's clock. */
export async function readClock() {
  const { rows } = await db.execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  return new Date(rows[0]?.now ?? Number.NaN)
}
