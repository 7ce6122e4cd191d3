import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { audienceDays, audienceMonths, deliveries } from "#app/db/schema/statistics.server.ts"
import { forgetDailySecrets } from "#app/db/secrets.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { addToKnown } from "./day-totals.server.ts"
import { openDay, SALT } from "./deliveries.server.ts"

/** Whoever takes more different episodes on one day is set aside: nobody listens to so many. */
export const MAX_EPISODES = 50
/** How long the law lets details of an audience be kept (CNIL). */
export const DETAIL_MONTHS = 25

/**
 * Makes totals of the days that are over, and lets those days go, all in one statement: killed, it has done nothing.
 *
 * A download is a listener who was sent enough of an episode that was published by then, once a day.
 *
 * @returns how many listeners were folded
 */
export async function foldDays(now = new Date()) {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with taken as (delete from ${deliveries} where day < ${openDay(now)} returning *),
      judged as (
        select t.*, (select coalesce(sum(upper(part) - lower(part)), 0) from unnest(t.sent) as part) >= t.needed as is_enough
        from taken t
      ),
      collectors as (
        select day, client from judged where is_enough and age >= 0
        group by day, client having count(*) > ${MAX_EPISODES}
      ),
      told as (
        select j.*, case
            when age < 0 then case when is_enough then 'early' end
            when is_enough then case when c.client is null then 'downloads' else 'aside' end
            when is_unverified then 'unverified'
          end as measure
        from judged j left join collectors c using (day, client)
      ),
      totals as (
        select day, measure, episode_id, case measure
            when 'downloads' then age::text
            when 'aside' then concat_ws(chr(9), age, app, device, source, country)
            else ''
          end as label, count(*)
        from told where measure is not null group by 1, 2, 3, 4
        union all select day, measure, 0, '', count(*) from told where measure is not null group by 1, 2
        union all select date_trunc('month', day)::date, 'app', episode_id, app, count(*) from told where measure = 'downloads' group by 1, 3, 4
        union all select day, 'app', 0, app, count(*) from told where measure = 'downloads' group by 1, 4
        union all select day, 'device', 0, device, count(*) from told where measure = 'downloads' group by 1, 4
        union all select day, 'source', 0, source, count(*) from told where measure = 'downloads' and source <> '' group by 1, 4
        union all select day, 'country', 0, country, count(*) from told where measure = 'downloads' group by 1, 4
      ),
      added_counts as (
        update ${episodeCounts} as counted set downloads = least(counted.downloads::bigint + d.count, 2147483647)::int
        from (select episode_id, count(*) from told where measure = 'downloads' group by 1) as d
        where counted.episode_id = d.episode_id
      ),
      written as (
        insert into ${audienceDays} as known (day, measure, episode_id, label, count)
        select day, measure, episode_id, label, count::int from totals
        -- In the order of the index, whose pages are then filled rather than split in halves.
        order by measure, episode_id, day, label
        ${addToKnown}
      )
    select count(*)::int as folded from taken`)
  await forgetDailySecrets(SALT, openDay(now))
  return rows[0]?.folded ?? 0
}

/** Days that are older than their details may be become months. @returns how many totals of days went */
export async function foldMonths(now = new Date()) {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with taken as (
        delete from ${audienceDays}
        where day < date_trunc('month', ${toDay(now)}::date - make_interval(months => ${DETAIL_MONTHS}))::date
        returning *
      ),
      written as (
        insert into ${audienceMonths} as known (day, measure, episode_id, label, count)
        select date_trunc('month', day)::date, measure, episode_id,
          case when measure = 'downloads' then '' else label end, least(sum(count), 2147483647)::int
        from taken group by 1, 2, 3, 4
        ${addToKnown}
      )
    select count(*)::int as folded from taken`)
  return rows[0]?.folded ?? 0
}
