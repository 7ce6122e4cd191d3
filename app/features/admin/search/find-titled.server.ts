import { and, eq, type SQL, sql } from "drizzle-orm"
import { type PgColumn, type PgTable, type SelectedFieldsFlat, unionAll } from "drizzle-orm/pg-core"
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types"
import { db } from "#app/db/client.server.ts"
import { beginsWith, contains } from "#app/db/search.server.ts"
import { HITS_PER_KIND } from "./search-results.ts"

type TitledTable = PgTable & Record<"id" | "searchText", PgColumn>

type Options<Fields> = {
  fields: Fields
  /** As the table's lists are ordered, so that their index serves. */
  orderBy: SQL[]
  where?: SQL
}

/**
 * Some rows of a table whose `searchText` begins with a title, a name or an address: those that begin with what is searched
 * for, then those that contain it.
 *
 * @param search a literal substring, not empty
 */
export async function findTitled<Fields extends SelectedFieldsFlat>(
  table: TitledTable,
  search: string,
  { fields, orderBy, where }: Options<Fields>,
) {
  const some = (condition: SQL | undefined, rank: number) =>
    db
      .select({ id: sql`${table.id}`.as("found_id"), rank: sql<number>`${rank}::int`.as("rank") })
      .from(table)
      .where(and(condition, where))
      .orderBy(...orderBy)
      .limit(HITS_PER_KIND)
  const found = unionAll(
    some(beginsWith(table.searchText, search), 0),
    some(contains(table.searchText, search), 1),
  ).as("found")
  const rows = await db
    .select({ ...fields, id: table.id })
    .from(found)
    .innerJoin(table, eq(table.id, found.id))
    .orderBy(found.rank, ...orderBy)
  // What begins with it contains it, too.
  const once = new Map(rows.map((row) => [row.id, row]).toReversed() as [unknown, unknown][])
  const inOrder = rows.filter((row) => once.get(row.id) === row)
  return inOrder.slice(0, HITS_PER_KIND) as (SelectResultFields<Fields> & { id: number | string })[]
}
