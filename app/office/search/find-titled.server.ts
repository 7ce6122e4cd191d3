import { and, eq, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core"
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
  /** What says that a row contains it, other than `contains`. */
  contains?: SQL
}

/** Of so many that contain it, the first ones, the titles are compared: no index knows which begin with it. */
const MOST_COMPARED = 1_000

/**
 * Some rows of a table whose `searchText` begins with a title, a name or an address: those that begin with what is searched
 * for, then those that contain it.
 *
 * @param search a literal substring, not empty
 */
export async function findTitled<Fields extends SelectedFields>(
  table: TitledTable,
  search: string,
  { fields, orderBy, where, contains: isFound = contains(table.searchText, search) }: Options<Fields>,
) {
  const found = db
    .select({
      id: table.id,
      begins: sql<boolean>`${beginsWith(table.searchText, search)}`.as("begins"),
      place: sql<number>`row_number() over (order by ${sql.join(orderBy, sql`, `)})`.as("place"),
    })
    .from(table as PgTable)
    .where(and(isFound, where))
    .orderBy(...orderBy)
    .limit(MOST_COMPARED)
    .as("found")
  const first = db
    .select()
    .from(found)
    .orderBy(sql`begins desc, place`)
    .limit(HITS_PER_KIND)
    .as("first")
  const rows = await db
    .select({ ...fields, id: table.id })
    .from(first)
    .innerJoin(table as PgTable, eq(table.id, first.id))
    .orderBy(sql`begins desc, place`)
  return rows as (SelectResultFields<Fields> & { id: number | string })[]
}
