import { type ColumnBaseConfig, desc, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { db } from "#app/db/client.server.ts"

type PublishedTable = PgTable &
  Record<"id" | "isPublished", PgColumn> & { publishedAt?: PgColumn; updatedAt: TimeColumn }

type TimeColumn = PgColumn<ColumnBaseConfig<"date", "PgTimestamp"> & { data: Date; notNull: true }>

/** A table of what the hosts publish, and where it appears: each domain says it of its own. */
export type PublishedContent = {
  /** Pages that show it are stale after each change. With `publishedAt`, rows dated in the future appear by themselves. */
  table: PublishedTable
  /** The pages of single rows, if they have any: their addresses, and how many go into the sitemap at most. */
  sitemap?: { address: SQL<string>; max: number }
}

/** What everybody may see of a table: published, and not dated in the future. */
export function whereIsPublic({ isPublished, publishedAt }: PublishedTable) {
  return publishedAt ? sql`${isPublished} and ${publishedAt} <= now()` : sql`${isPublished}`
}

/** In how many milliseconds the next row dated in the future appears, or undefined when none is. */
export async function msToNextPublication(contents: PublishedContent[]) {
  const next = contents.flatMap(({ table, table: { isPublished, publishedAt } }) =>
    publishedAt
      ? sql`(select min(${publishedAt}) as at from ${table} where ${isPublished} and ${publishedAt} > now())`
      : [],
  )
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(at) - now()) * 1000)::float8 as ms from (${sql.join(next, sql` union all `)}) as next`)
  return rows[0]?.ms ?? undefined
}

/** The addresses of single rows that everybody may see, newest first, with when each changed. */
export async function listAddresses({ table, sitemap }: PublishedContent) {
  if (!sitemap) return []
  const { id, updatedAt, publishedAt = id } = table
  return db
    .select({ path: sitemap.address, updatedAt })
    .from(table as PgTable)
    .where(whereIsPublic(table))
    .orderBy(desc(publishedAt), desc(id))
    .limit(sitemap.max)
}
