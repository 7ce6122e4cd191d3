import { type Placeholder, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { db, preparedOnce } from "./client.server.ts"

/** A value of the statement, or a part of it. */
export type Count = number | Placeholder | SQL
type Options = { where: SQL | undefined; orderBy: SQL[]; limit: Count; offset: Count }

/**
 * The identifiers of one page of a list, to be joined with their rows: what comes before the page is passed over in the
 * index of that order alone, without reading those rows.
 */
export function selectPage(table: PgTable & { id: PgColumn }, { where, orderBy, limit, offset }: Options) {
  return (
    db
      .select({ id: table.id })
      .from(table)
      .where(where)
      .orderBy(...orderBy)
      // Drizzle takes SQL here, too; only its types do not say so.
      .limit(limit as number)
      .offset(offset as number)
      .as("page")
  )
}

type Prepared<Rows> = { execute: (values?: Record<string, unknown>) => Promise<Rows> }

/**
 * A list whose statements are built once. That of the first page has its limit as a part, not as a value: as the database
 * cannot tell then what another value would cost, it would plan the page anew for each visitor.
 *
 * @param name of the statements
 * @returns the list; `limit` is one of the few that pages have
 */
export function preparedList<Rows>(
  name: string,
  select: (limit: Count, offset: Count) => { prepare: (name: string) => Prepared<Rows> },
) {
  const prepareFirst = (limit: number) =>
    preparedOnce(() => select(sql.raw(`${limit}`), 0).prepare(`${name}_${limit}`))
  const firstPages = new Map<number, ReturnType<typeof prepareFirst>>()
  const otherPages = preparedOnce(() =>
    select(sql.placeholder("limit"), sql.placeholder("offset")).prepare(name),
  )
  return ({ limit, offset = 0 }: { limit: number; offset?: number }) => {
    if (offset > 0) return otherPages().execute({ limit, offset })
    const firstPage = firstPages.get(limit) ?? prepareFirst(limit)
    firstPages.set(limit, firstPage)
    return firstPage().execute()
  }
}
