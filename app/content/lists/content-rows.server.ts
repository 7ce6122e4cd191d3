import { type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"

type Published = { isPublished: PgColumn; publishedAt?: PgColumn }

/** The filter `STATUS` of a table. */
export function whereStatus({ isPublished, publishedAt }: Published) {
  const isLater = publishedAt ? sql`coalesce(${publishedAt} > now(), false)` : sql`false`
  const conditions: Record<string, SQL> = {
    publie: sql`${isPublished} and not ${isLater}`,
    programme: sql`${isPublished} and ${publishedAt ? sql`${publishedAt} > now()` : sql`false`}`,
    brouillon: sql`not ${isPublished}`,
  }
  return (value: string) => conditions[value]
}

/** Drafts, what is scheduled, what is published. */
export function statusRank({ isPublished, publishedAt }: Published) {
  const isLater = publishedAt ? sql`${publishedAt} > now()` : sql`false`
  return sql`case when not ${isPublished} then 0 when ${isLater} then 1 else 2 end`
}

const PERIODS: Record<string, SQL> = {
  "7j": sql`interval '7 days'`,
  "30j": sql`interval '30 days'`,
  "12m": sql`interval '12 months'`,
}

/** The filter `PERIOD` of a column. */
export function whereSince(column: PgColumn) {
  return (value: string) => {
    const period = PERIODS[value]
    return period && sql`${column} > now() - ${period}`
  }
}
