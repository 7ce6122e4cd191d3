import { and, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, SelectedFieldsFlat } from "drizzle-orm/pg-core"
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

/** Of so many that contain it, the first ones, the titles are compared: no index knows which begin with it. */
const MOST_COMPARED = 1_000

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
  const columns: SelectedFieldsFlat = {
    ...fields,
    id: table.id,
    begins: sql<boolean>`${beginsWith(table.searchText, search)}`.as("begins"),
    place: sql<number>`row_number() over (order by ${sql.join(orderBy, sql`, `)})`.as("place"),
  }
  const found = db
    .select(columns)
    .from(table)
    .where(and(contains(table.searchText, search), where))
    .orderBy(...orderBy)
    .limit(MOST_COMPARED)
    .as("found")
  const rows = await db
    .select()
    .from(found)
    .orderBy(sql`begins desc, place`)
    .limit(HITS_PER_KIND)
  return rows as (SelectResultFields<Fields> & { id: number | string })[]
}
