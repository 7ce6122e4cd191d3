import { type ColumnBaseConfig, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { db } from "#app/db/client.server.ts"

type PublishedTable = PgTable &
  Record<"id" | "title" | "isPublished", PgColumn> & {
    publishedAt?: PgColumn
    /** When something of it opens to everybody, by which a row appears or changes by itself. */
    opensAt?: PgColumn
    updatedAt: TimeColumn
  }

type TimeColumn = PgColumn<ColumnBaseConfig<"date", "PgTimestamp"> & { data: Date; notNull: true }>

/** A table of what the hosts publish, and where it appears: each domain says it of its own. */
export type PublishedContent = {
  /** Pages that show it are stale after each change. With `publishedAt`, rows dated in the future appear by themselves. */
  table: PublishedTable
  /** Where its rows are written, if that is a view of what everybody may see of them. */
  written?: PgTable
  /** The pages of single rows, if they have any. */
  page?: {
    /** Their addresses are this and `key`: a row's number, or its slug. */
    prefix: string
    key: PgColumn
    /** Where a row also stands among others: this and its number, as letters name it. */
    anchor?: string
    /** How many of them go into the sitemap at most. */
    inSitemap: number
    /** A query of further addresses that its rows make known: `path` and `updated_at`. */
    further?: SQL
  }
  /** What sums a row up, in plain words. */
  summary?: PgColumn
  /** What is read, in Markdown. */
  text: PgColumn
  /** The address of its picture. */
  picture?: PgColumn | SQL
  /** Of what visitors find by the search: how addresses call the kind, and what results show beside title and texts. */
  search?: {
    name: string
    path?: SQL
    also?: Partial<
      Record<"guest" | "season" | "number" | "durationSeconds" | "audioUrl" | "category", PgColumn>
    >
  }
}

/** A row's address, as SQL. */
export const addressOf = ({ prefix, key }: NonNullable<PublishedContent["page"]>) =>
  sql<string>`${sql.raw(`'${prefix}'`)} || ${key}`

/** What everybody may see of a table: published, and not dated in the future. */
export function whereIsPublic({ isPublished, publishedAt }: PublishedTable) {
  return publishedAt ? sql`${isPublished} and ${publishedAt} <= now()` : sql`${isPublished}`
}

/** In how many milliseconds the next row dated in the future appears, or opens, or undefined when none does. */
export async function msToNextPublication(contents: PublishedContent[]) {
  const next = contents.flatMap(({ table, table: { isPublished, publishedAt, opensAt } }) => [
    ...(publishedAt
      ? [
          sql`(select min(${publishedAt}) as at from ${table} where ${isPublished} and ${publishedAt} > now())`,
        ]
      : []),
    ...(opensAt
      ? [sql`(select min(${opensAt}) from ${table} where ${opensAt} > now() and isfinite(${opensAt}))`]
      : []),
  ])
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(at) - now()) * 1000)::float8 as ms from (${sql.join(next, sql` union all `)}) as next`)
  return rows[0]?.ms ?? undefined
}

/** The addresses of single rows that everybody may see, newest first, with when each changed. */
export function listAddresses(contents: PublishedContent[]) {
  const queries = contents.flatMap(({ table, page }) => {
    if (!page || page.inSitemap === 0) return []
    const { id, updatedAt, publishedAt = id } = table
    const own = sql`select ${addressOf(page)} as path, ${updatedAt} as updated_at from ${table}
      where ${whereIsPublic(table)} order by ${publishedAt} desc, ${id} desc limit ${page.inSitemap}`
    return page.further ? [own, page.further] : [own]
  })
  const parts = queries.map((query) => sql`(${query})`)
  return db
    .select({
      path: sql<string>`path`,
      updatedAt: sql`updated_at`.mapWith((time: string) => new Date(time)),
    })
    .from(sql`(${sql.join(parts, sql` union all `)}) as addresses`)
}
