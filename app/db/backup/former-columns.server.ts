import { sql } from "drizzle-orm"
import type { Transaction } from "../client.server.ts"

/** What older copies have in this table, and this site in one of its own. */
const TABLE = "episodes"
const COLUMNS = ["views", "like_count", "comment_count"]

/** The columns of an older copy's table that this site has elsewhere. */
export function formerColumns(table: string, columns: string[]) {
  return table === TABLE ? columns.filter((column) => COLUMNS.includes(column)) : []
}

/**
 * Gives the tables the columns that only an older copy fills.
 *
 * @param tables the copy's columns, by table
 * @returns the function that moves them, once they are full, to where they belong now
 */
export async function bringBackFormerColumns(tx: Transaction, tables: Record<string, string[]>) {
  const columns = formerColumns(TABLE, tables[TABLE] ?? []).map((column) => sql.identifier(column))
  for (const column of columns) await tx.execute(sql`alter table episodes add column ${column} integer`)

  return async () => {
    if (columns.length === 0) return
    // Counted anew: the oldest copies only have the views.
    await tx.execute(sql`
      insert into episode_counts (episode_id, views, likes, comments)
      select id, views, coalesce(l.n, 0), coalesce(c.n, 0) from episodes
      left join (select episode_id, count(*) as n from likes group by episode_id) l on l.episode_id = id
      left join (select episode_id, count(*) as n from comments where status = 'visible' group by episode_id) c
        on c.episode_id = id`)
    for (const column of columns) await tx.execute(sql`alter table episodes drop column ${column}`)
  }
}
