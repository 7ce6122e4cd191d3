import { and, desc, gte, lt, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { audienceDays, audienceMonths, type Measure } from "#app/db/schema/statistics.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { isReleased } from "#app/podcast/episodes/episodes.server.ts"
import type { Period } from "../newsletter/growth/periods.ts"

/** Some time that begins on `start`, and how much of something was counted in it. */
export type Step = { start: string; count: number }

/** How many steps are shown; of months all there are, ten years at most. */
export const STEPS = { jour: 90, semaine: 52, mois: 120 } as const satisfies Record<Period, number>
export const DATABASE_UNITS = { jour: "day", semaine: "week", mois: "month" } as const satisfies Record<
  Period,
  string
>

/** The first day of the running one in Paris: what is counted of it is not summed up yet. */
export const today = (now: Date) => sql`${toDay(now)}::date`

/**
 * How much was counted by day, week (from Monday) or month, up to yesterday; from the first of it on.
 *
 * @param episodeId 0 for all of them together
 */
export async function listSteps(measure: Measure, unit: Period, episodeId = 0, now = new Date()) {
  const step = sql.raw(`interval '1 ${DATABASE_UNITS[unit]}'`)
  const { rows } = await db.execute<Step>(sql`
    with last as (select date_trunc(${DATABASE_UNITS[unit]}, ${today(now)} - 1)::date as step),
      counted as (
        select date_trunc(${DATABASE_UNITS[unit]}, day)::date as start, sum(count) as count
        from ${audienceDays}, last
        where measure = ${measure} and episode_id = ${episodeId} and day < ${today(now)}
          and day >= last.step - ${STEPS[unit] - 1} * ${step}
        group by 1
        union all
        select day, sum(count) from ${audienceMonths}
        where measure = ${measure} and episode_id = ${episodeId} and ${unit === "mois"}
        group by 1
      ),
      summed as (select start, sum(count)::float8 as count from counted group by 1),
      steps as (select generate_series(min(start), max(last.step), ${step})::date as start from summed, last)
    select steps.start::text, coalesce(summed.count, 0) as count
    from steps left join summed using (start) order by 1 desc limit ${STEPS[unit]}`)
  return rows.toReversed()
}

/** How much there was of something in the last 7 and 30 days that are over, and in as many before them. */
export type Sums = { week: number; weekBefore: number; month: number; monthBefore: number }

/**
 * The sums of measures, all episodes together. Of `subscribers` each app's last word within the week: for how many people it
 * fetches the feed, which it may read every few days only.
 */
export async function sumLast<Wanted extends Measure>(measures: readonly Wanted[], now = new Date()) {
  const within = (from: number, to: number) =>
    sql`coalesce(sum(count) filter (where day >= ${today(now)} - ${from}::int and day < ${today(now)} - ${to}::int), 0)::float8`
  const { rows } = await db.execute<Sums & { measure: Wanted }>(sql`
    select measure, ${within(7, 0)} as week, ${within(14, 7)} as "weekBefore", ${within(30, 0)} as month, ${within(60, 30)} as "monthBefore"
    from ${audienceDays} as told
    where measure = any(${sql.param(measures)}::text[]) and episode_id = 0
      and day >= ${today(now)} - 60 and day < ${today(now)}
      and (measure <> 'subscribers' or not exists (
        select from ${audienceDays} as later
        where later.measure = 'subscribers' and later.episode_id = 0 and later.label = told.label
          and later.day > told.day and later.day < ${today(now)}
      ))
    group by measure`)
  return (measure: Wanted): Sums => rows.find((row) => row.measure === measure) ?? NONE
}

const NONE = { week: 0, weekBefore: 0, month: 0, monthBefore: 0 }

/** What was counted of something in the last days that are over, by its label, the most first. @param most how many */
export async function listShares(measure: Measure, days: number, most = 20, now = new Date(), episodeId = 0) {
  const { rows } = await db.execute<{ label: string; count: number }>(sql`
    select label, sum(count)::float8 as count from ${audienceDays}
    where measure = ${measure} and episode_id = ${episodeId}
      and day >= ${today(now)} - ${days}::int and day < ${today(now)}
    group by label order by count desc, label limit ${most}`)
  return rows
}

/** The day from which on downloads are known; undefined before that. */
export async function findFirstDay() {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select least(
      (select min(day) from ${audienceDays} where measure = 'downloads' and episode_id = 0),
      (select min(day) from ${audienceMonths} where measure = 'downloads' and episode_id = 0)
    )::text as day`)
  return rows[0]?.day ?? undefined
}

const MARKED = 200

/** The publications since a day, to be marked in a curve. */
export function listPublications(since: string, now = new Date()) {
  return db
    .select({
      id: episodes.id,
      title: episodes.title,
      day: sql<string>`(${episodes.publishedAt} at time zone 'Europe/Paris')::date::text`,
    })
    .from(episodes)
    .where(and(isReleased, gte(episodes.publishedAt, new Date(since)), lt(episodes.publishedAt, now)))
    .orderBy(desc(episodes.publishedAt))
    .limit(MARKED)
}

/** The downloads of the last days that are over by day of the week: `0` is Monday. */
export async function listWeekdays(days: number, now = new Date()) {
  const { rows } = await db.execute<{ label: string; count: number }>(sql`
    select w.label::text, coalesce(sum(d.count), 0)::float8 as count
    from generate_series(0, 6) as w(label)
    left join ${audienceDays} d on d.measure = 'downloads' and d.episode_id = 0
      and d.day >= ${today(now)} - ${days}::int and d.day < ${today(now)} and extract(isodow from d.day) - 1 = w.label
    group by w.label order by w.label`)
  return rows
}
