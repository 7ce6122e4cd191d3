import { type SQL, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { db } from "./client.server.ts"

/**
 * The different values of what an index begins with, upwards: it is asked once for each of them, however many rows there are.
 *
 * @param by as the index has it
 * @param condition of the index, if it has one
 * @param most how many at most
 */
export async function listDistinct<Value>(table: PgTable, by: SQL, condition: SQL, most: number) {
  const { rows } = await db.execute<{ value: Value }>(sql`
    with recursive found as (
      (select ${by} as value from ${table} where ${condition} order by ${by} limit 1)
      union all
      select (select ${by} from ${table} where ${condition} and ${by} > found.value order by ${by} limit 1)
      from found where found.value is not null
    )
    select value from found where value is not null limit ${most}`)
  return rows.map(({ value }) => value)
}
