import { sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { audienceDays } from "#app/db/schema/statistics.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { addToKnown } from "./day-totals.server.ts"

/** A day on which somebody took more episodes than anybody hears. */
export type Aside = { day: string; count: number; apps: string[] }

const SHOWN = 30

/** The days of which downloads are set aside, newest first. */
export async function listAside() {
  const { rows } = await db.execute<Aside>(sql`
    select day::text, sum(count)::float8 as count, array_agg(distinct split_part(label, chr(9), 2)) as apps
    from ${audienceDays} where measure = 'aside' and episode_id > 0
    group by day order by day desc limit ${SHOWN}`)
  return rows
}

/**
 * Counts a day's downloads that were set aside after all, as if nobody had taken too many.
 *
 * @returns how many; 0 where another was faster
 */
export async function countAside(day: string) {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ counted: number }>(countAsideStatement(day))
    const counted = rows[0]?.counted ?? 0
    const title = `${counted.toLocaleString("fr-FR")} du ${formatLongDate(new Date(day))}`
    if (counted > 0) await record(tx, { action: "approve", kind: "audience", title })
    return counted
  })
}

function countAsideStatement(day: string) {
  return sql`
    with taken as (delete from ${audienceDays} where measure = 'aside' and day = ${day} returning *),
      told as (
        select day, episode_id, count, split_part(label, chr(9), 1) as age, split_part(label, chr(9), 2) as app,
          split_part(label, chr(9), 3) as device, split_part(label, chr(9), 4) as source, split_part(label, chr(9), 5) as country
        from taken where episode_id > 0
      ),
      totals as (
        select at as day, measure, whose as episode_id, label, least(sum(count), 2147483647)::int as count
        from told cross join lateral (values
          (day, 'downloads', episode_id, age), (day, 'downloads', 0, ''),
          (date_trunc('month', day)::date, 'app', episode_id, app), (day, 'app', 0, app),
          (day, 'device', 0, device), (day, 'source', 0, source), (day, 'country', 0, country)
        ) as t(at, measure, whose, label)
        where not (measure = 'source' and label = '')
        group by 1, 2, 3, 4
      ),
      added_counts as (
        update ${episodeCounts} as counted set downloads = least(counted.downloads::bigint + d.count, 2147483647)::int
        from (select episode_id, sum(count) as count from told group by 1) as d
        where counted.episode_id = d.episode_id
      ),
      written as (
        insert into ${audienceDays} as known (day, measure, episode_id, label, count) select * from totals ${addToKnown}
      )
    select coalesce(sum(count), 0)::float8 as counted from told`
}
