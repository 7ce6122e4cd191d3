import { and, desc, eq, inArray, lte, type SQL, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { audienceDays } from "#app/db/schema/statistics.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { can, type Contributor } from "#app/kit/lib/rights.ts"
import { countOf } from "#app/podcast/episodes/counts.server.ts"
import { isReleased } from "#app/podcast/episodes/episodes.server.ts"

/**
 * An episode's downloads within so many days of its publication; while those are not over, what there is so far. Null where they
 * are not known by day: it came before the counting, or its days are months by now.
 */
export type FirstDays = {
  id: number
  title: string
  publishedAt: Date
  /** Whole days since the publication that are summed up. */
  age: number
  first7: number | null
  first30: number | null
  first90: number | null
  all: number
}

/** An episode's downloads by its age: at `[3]` those until its fourth day was over. Empty where they are not known by day. */
export type Curve = number[]

/** The episodes whose figures somebody may see: their own, or all. */
export const seenBy = (viewer: Contributor) =>
  can(viewer, "writing-all") ? isReleased : and(isReleased, eq(episodes.authorId, viewer.id))

const FIRST_DAY = sql`(select min(day) from ${audienceDays} where measure = 'downloads' and episode_id = 0)`
const isKnown = sql`${episodes.publishedAt} >= ${FIRST_DAY}`

const newestFirst = [desc(episodes.publishedAt), desc(episodes.id)]

const DAY_MS = 86_400_000
const ageOf = (publishedAt: Date, now: Date) =>
  Math.max(0, Math.floor((Date.parse(toDay(now)) - Date.parse(toDay(publishedAt))) / DAY_MS))

/** The first days of episodes, the newest first. */
export async function listFirstDays(which: SQL | undefined, limit: number, offset = 0, now = new Date()) {
  const within = (days: number) => sql<number | null>`
    case when ${isKnown} then coalesce((select sum(count) from ${audienceDays}
      where measure = 'downloads' and episode_id = ${episodes.id} and label::int < ${days}
        and day <= ${episodes.publishedAt}::date + ${days}::int), 0)::float8 end`
  const rows = await db
    .select({
      id: episodes.id,
      title: episodes.title,
      publishedAt: episodes.publishedAt,
      all: countOf("downloads"),
      first7: within(7),
      first30: within(30),
      first90: within(90),
    })
    .from(episodes)
    .where(which)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
  return rows.map((row): FirstDays => ({ ...row, age: ageOf(row.publishedAt, now) }))
}

/** Later than this an episode is not the news of a podcast any more. */
const COMPARED_DAYS = 90

/** An episode, and how its downloads grew with its age, as far as days are over. */
const grown = (now: Date) => ({
  id: episodes.id,
  title: episodes.title,
  curve: sql<Curve>`case when ${isKnown} then array(
    select coalesce(sum(sum(count)) over (order by age), 0)::float8
    from generate_series(0, least(${COMPARED_DAYS}::int, ${toDay(now)}::date - (${episodes.publishedAt} at time zone 'Europe/Paris')::date) - 1) as age
    left join ${audienceDays} on measure = 'downloads' and episode_id = ${episodes.id} and label = age::text
    group by age order by age) else '{}' end`,
})

/** As many say what is usual. */
export const TYPICAL = 20
/** A feed that is moved in brings episodes that were published long before they came: their first days are unknown. */
const CAME_WITHIN = sql`interval '2 days'`

/** The last episodes whose first days were counted from the publication on, newest first. */
export function listOwnLast(which: SQL | undefined = isReleased, most = TYPICAL, now = new Date()) {
  const isOwn = and(which, isKnown, lte(episodes.createdAt, sql`${episodes.publishedAt} + ${CAME_WITHIN}`))
  return db
    .select(grown(now))
    .from(episodes)
    .where(isOwn)
    .orderBy(...newestFirst)
    .limit(most)
}

/** These of the episodes that somebody may see, the newest first. */
export async function findEpisodes(ids: number[], which: SQL | undefined, now = new Date()) {
  if (ids.length === 0) return []
  return db
    .select(grown(now))
    .from(episodes)
    .where(and(which, inArray(episodes.id, ids)))
    .orderBy(...newestFirst)
}

/** Fewer episodes have no range that is usual. */
const LEAST = 4

/** Between which numbers the middle half of curves lies, by age; null where too few are as old. */
export function typicalRange(of: readonly { curve: Curve }[]) {
  const longest = Math.max(0, ...of.map(({ curve }) => curve.length))
  const ages = Array.from({ length: longest }, (_, age) =>
    of.flatMap(({ curve }) => curve[age] ?? []).toSorted((one, other) => one - other),
  )
  const quartile = (share: number) =>
    ages.map((values) =>
      values.length < LEAST ? null : (values[Math.round((values.length - 1) * share)] ?? null),
    )
  return { low: quartile(0.25), high: quartile(0.75) }
}

/**
 * The episodes with the most downloads in the last days that are over.
 *
 * A year of a large podcast is 300,000 rows. Nobody had more downloads in some days than in all: whoever has fewer of these
 * than the last of as many new episodes had in those days is not summed up.
 */
export async function listTop(days: number, which: SQL | undefined, most: number, now = new Date()) {
  const since = sql`${toDay(now)}::date - ${days}::int`
  const sumsOf = (ids: SQL) => sql`
    select episode_id, sum(count)::float8 as count from ${audienceDays}
    where measure = 'downloads' and episode_id = any(array(${ids})) and day >= ${since} and day < ${toDay(now)}::date
    group by 1`
  const { rows } = await db.execute<{ id: number; title: string; count: number }>(sql`
    with heard as (
        select ${episodes.id}, ${episodes.title}, ${episodes.publishedAt}, ${countOf("downloads")} as downloads
        from ${episodes} where ${which}
      ),
      new as (${sumsOf(sql`select id from heard where published_at >= ${since} order by downloads desc limit ${most}`)}),
      needed as (select case when count(*) = ${most} then min(count) else 0 end as count from new),
      sums as (${sumsOf(sql`select id from heard, needed where downloads >= needed.count`)})
    select id, title, count from sums join heard on id = episode_id order by 3 desc, 1 desc limit ${most}`)
  return rows
}

/** How many plays on the site reached which tenth of an episode. @returns the plays, and ten numbers */
export async function listReached(episodeId: number) {
  const { rows } = await db.execute<{ measure: string; label: string; count: number }>(sql`
    select measure, label, sum(count)::float8 as count from ${audienceDays}
    where measure in ('play', 'reached') and episode_id = ${episodeId} group by 1, 2`)
  const plays = rows
    .filter(({ measure }) => measure === "play")
    .reduce((total, { count }) => total + count, 0)
  const reached = new Map(
    rows.filter((row) => row.measure === "reached").map((row) => [row.label, row.count]),
  )
  return { plays, tenths: Array.from({ length: 10 }, (_, tenth) => reached.get(String(tenth + 1)) ?? 0) }
}
