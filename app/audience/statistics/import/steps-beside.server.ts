import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { audienceDays, audienceMonths } from "#app/db/schema/statistics.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import type { Period } from "../../newsletter/growth/periods.ts"
import { DATABASE_UNITS, STEPS, today } from "../figures.server.ts"

/** What was counted here and elsewhere in some time; null where nobody counted. */
export type StepBeside = { start: string; count: number | null; imported: number | null }

/** A step in which something was counted. */
type Counted = StepBeside & { hosts: string[] | null }

/**
 * The downloads by day, week or month, from the first on that was counted here or by another host.
 *
 * @param episodeId 0 for all of them together
 * @returns `from` says which hosts counted
 */
export async function listStepsBeside(period: Period, episodeId = 0, now = new Date()) {
  const unit = DATABASE_UNITS[period]
  const { rows } = await db.execute<Counted>(sql`
    with first as (
        select (date_trunc(${unit}, ${today(now)} - 1) - ${STEPS[period] - 1} * ${sql.raw(`interval '1 ${unit}'`)})::date as day
      ),
      counted as (
        select date_trunc(${unit}, d.day)::date as start, measure, label, count from ${audienceDays} d, first
        where measure in ('downloads', 'imported') and episode_id = ${episodeId} and d.day >= first.day and d.day < ${today(now)}
        union all
        select m.day, measure, label, count from ${audienceMonths} m, first
        where measure in ('downloads', 'imported') and episode_id = ${episodeId} and m.day >= first.day and ${period === "mois"}
      )
    select start::text, (sum(count) filter (where measure = 'downloads'))::float8 as count,
      (sum(count) filter (where measure = 'imported'))::float8 as imported,
      array_agg(distinct label) filter (where measure = 'imported') as hosts
    from counted group by 1 order by 1`)
  return { steps: fillIn(rows, period, now), from: [...new Set(rows.flatMap(({ hosts }) => hosts ?? []))] }
}

/** One that is missing is a zero: here from the first on until yesterday, elsewhere between the first and the last. */
function fillIn(counted: readonly Counted[], period: Period, now: Date) {
  const known = new Map(counted.map((step) => [step.start, step]))
  const own = counted.find(({ count }) => count !== null)?.start
  const imported = counted.filter((step) => step.imported !== null).map(({ start }) => start)
  const [from = "", to = ""] = [imported[0], imported.at(-1)]
  const isOver = (start: string) => (own === undefined ? start <= to : start < toDay(now))
  const steps: StepBeside[] = []
  for (let start = counted[0]?.start; start && isOver(start); start = nextStart(start, period)) {
    const step = known.get(start)
    steps.push({
      start,
      count: own !== undefined && start >= own ? (step?.count ?? 0) : null,
      imported: start >= from && start <= to ? (step?.imported ?? 0) : null,
    })
  }
  return steps
}

function nextStart(start: string, period: Period) {
  const date = new Date(`${start}T00:00:00Z`)
  if (period === "mois") date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (period === "semaine" ? 7 : 1))
  return date.toISOString().slice(0, 10)
}
