import { sql } from "drizzle-orm"
import type { Database } from "../client.server.ts"

/** The open database, a connection or a transaction. */
export type Session = Pick<Database, "execute">

export type Table = {
  name: string
  columns: string[]
  /** Columns that no row can be without. */
  needed: string[]
}

/**
 * What is no data. What is searched follows from the contents; who listened today is nobody's business tomorrow. Attempts are over within the hour, and the day's salt, which is among the secrets, would let whoever
 * has a copy trace their hashes back to addresses.
 */
const LEFT_OUT = ["deliveries", "rate_limits", "search_documents", "search_uncounted", "search_vocabulary"]

/** The tables that hold the site's data, by name, with all columns but the generated ones. */
export async function listTables(session: Session) {
  const { rows } = await session.execute<Table>(sql`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns,
      coalesce(json_agg(a.attname) filter (where attnotnull and not atthasdef and attidentity = ''), '[]') as needed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${sql.param(LEFT_OUT)})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}

/** Where each sequence stands: the last number taken, null where none ever was. */
export async function listSequences(session: Session) {
  const { rows } = await session.execute<{ sequence: string; last: string | null }>(
    sql`select sequencename as sequence, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows
}

/** How many migrations were applied, and when (in milliseconds) the newest of them was written. */
export async function readMigrations(session: Session) {
  const { rows } = await session.execute<{ count: number; latest: number }>(sql`
    select count(*)::int as count, max(created_at)::float8 as latest from drizzle.__drizzle_migrations`)
  return { count: rows[0]?.count ?? 0, latest: rows[0]?.latest ?? 0 }
}

/** A list of columns, as statements want it. */
export function nameColumns(columns: string[]) {
  return sql.join(columns.map(sql.identifier), sql`, `)
}
