import { type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { PUBLISHED, STATUS } from "./content-lists.ts"
import type { Sort } from "./list-type.ts"
import type { By } from "./listed-rows.server.ts"

type Published = { isPublished: PgColumn; publishedAt?: PgColumn }
type Reviewed = Published & { reviewAskedAt: PgColumn }

/** Narrowed down by whether it is published, or is going to be. */
export const byStatus = (table: Reviewed) => ({
  ...(table.publishedAt ? STATUS : PUBLISHED),
  where: whereStatus(table),
})

type Dated = { createdAt: PgColumn; searchText: PgColumn } & Published

/** Sorts that tables of content have in common. */
export const byCreation = ({ createdAt }: Pick<Dated, "createdAt">) =>
  ({ label: "Date de création", first: "desc", index: [createdAt] }) satisfies Sort & By
export const byPublication = ({ publishedAt }: { publishedAt: PgColumn }) =>
  ({ label: "Date de publication", first: "desc", row: publishedAt }) as const
export const byTitle = ({ searchText }: Pick<Dated, "searchText">) =>
  ({ label: "Titre", first: "asc", row: searchText }) as const
export const byState = (table: Published) =>
  ({ label: "État", first: "asc", row: statusRank(table) }) as const

function whereStatus({ isPublished, publishedAt, reviewAskedAt }: Reviewed) {
  const isLater = publishedAt ? sql`coalesce(${publishedAt} > now(), false)` : sql`false`
  const conditions: Record<string, SQL> = {
    publie: sql`${isPublished} and not ${isLater}`,
    programme: sql`${isPublished} and ${publishedAt ? sql`${publishedAt} > now()` : sql`false`}`,
    brouillon: sql`not ${isPublished}`,
    relecture: sql`${reviewAskedAt} is not null`,
  }
  return (value: string) => conditions[value]
}

/** Drafts, what is scheduled, what is published. */
function statusRank({ isPublished, publishedAt }: Published) {
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
