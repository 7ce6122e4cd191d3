import { desc, gte, ne, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { leavingReasons, subscriberFigures } from "#app/db/schema/newsletter.server.ts"
import type { Period } from "./periods.ts"

/** Some time, such as a week that began on `start`: who came, who left, and how many there were at its end. */
export type Span = { start: string; joined: number; gone: number; total: number }

const UNITS = {
  jour: { unit: "day", step: "1 day", count: 30 },
  semaine: { unit: "week", step: "1 week", count: 26 },
  mois: { unit: "month", step: "1 month", count: 24 },
} as const satisfies Record<Period, object>

/** How the number of people who get letters went, up to today in Paris. @returns oldest first */
export async function listGrowth(period: Period): Promise<Span[]> {
  const { unit, step, count } = UNITS[period]
  const { rows } = await db.execute<{ start: string; joined: number; gone: number; before: number }>(sql`
    with last as (select date_trunc(${unit}, now() at time zone 'Europe/Paris')::date as day),
      spans as (select generate_series(last.day - ${count - 1} * interval '${sql.raw(step)}', last.day, interval '${sql.raw(step)}')::date as start from last)
    select spans.start::text as start, coalesce(sum(f.joined), 0)::int as joined, coalesce(sum(f.gone), 0)::int as gone,
      (select coalesce(sum(joined - gone), 0)::int from ${subscriberFigures} where day < (select min(start) from spans)) as before
    from spans left join ${subscriberFigures} f on f.day >= spans.start and f.day < spans.start + interval '${sql.raw(step)}'
    group by spans.start order by spans.start`)
  let total = rows[0]?.before ?? 0
  return rows.map(({ start, joined, gone }) => ({ start, joined, gone, total: (total += joined - gone) }))
}

/** How many people came in a month. @param month its first day */
export async function countJoined(month: string) {
  const [row] = await db
    .select({ joined: sql<number>`coalesce(sum(${subscriberFigures.joined}), 0)::int` })
    .from(subscriberFigures)
    .where(
      sql`${subscriberFigures.day} >= ${month}::date and ${subscriberFigures.day} < ${month}::date + interval '1 month'`,
    )
  return row?.joined ?? 0
}

const A_YEAR_AGO = sql`(now() - interval '12 months')::date`
const SHOWN = 30

/** Why people left in the last twelve months, the most frequent first; and what the last of them said. */
export async function listReasons() {
  const [counts, words] = await Promise.all([
    db
      .select({ reason: leavingReasons.reason, count: sql<number>`count(*)::int` })
      .from(leavingReasons)
      .where(gte(leavingReasons.day, A_YEAR_AGO))
      .groupBy(leavingReasons.reason)
      .orderBy(desc(sql`count(*)`), leavingReasons.reason),
    db
      .select({ id: leavingReasons.id, day: leavingReasons.day, words: leavingReasons.words })
      .from(leavingReasons)
      .where(ne(leavingReasons.words, ""))
      .orderBy(desc(leavingReasons.day), desc(leavingReasons.id))
      .limit(SHOWN),
  ])
  return { counts, words }
}
