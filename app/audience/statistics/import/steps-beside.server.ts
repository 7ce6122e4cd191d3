import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { audienceDays, audienceMonths } from "#app/db/schema/statistics.server.ts"
import type { Period } from "../../newsletter/growth/periods.ts"
import { DATABASE_UNITS, listSteps, type Step, STEPS, today } from "../figures.server.ts"

/** What was counted here and elsewhere in some time; null where nobody counted. */
export type StepBeside = { start: string; count: number | null; imported: number | null }

type ImportedStep = Step & { hosts: string[] }

/**
 * The downloads by day, week or month, from the first on that was counted here or by another host.
 *
 * @param episodeId 0 for all of them together
 * @returns `from` says which hosts counted
 */
export async function listStepsBeside(period: Period, episodeId = 0, now = new Date()) {
  const [own, imported] = await Promise.all([
    listSteps("downloads", period, episodeId, now),
    listImportedSteps(period, episodeId, now),
  ])
  return {
    steps: layBeside(own, imported, period),
    from: [...new Set(imported.flatMap(({ hosts }) => hosts))],
  }
}

async function listImportedSteps(period: Period, episodeId: number, now: Date) {
  const unit = DATABASE_UNITS[period]
  const { rows } = await db.execute<ImportedStep>(sql`
    with first as (
        select (date_trunc(${unit}, ${today(now)} - 1) - ${STEPS[period] - 1} * ${sql.raw(`interval '1 ${unit}'`)})::date as day
      ),
      counted as (
        select date_trunc(${unit}, d.day)::date as start, label, count from ${audienceDays} d, first
        where measure = 'imported' and episode_id = ${episodeId} and d.day >= first.day and d.day < ${today(now)}
        union all
        select m.day, label, count from ${audienceMonths} m, first
        where measure = 'imported' and episode_id = ${episodeId} and m.day >= first.day and ${period === "mois"}
      )
    select start::text, sum(count)::float8 as count, array_agg(distinct label) as hosts from counted group by 1 order by 1`)
  return rows
}

/** Between the first and the last step of each, one that is missing is a zero. */
function layBeside(own: readonly Step[], imported: readonly ImportedStep[], period: Period): StepBeside[] {
  const ownAt = countOf(own)
  const importedAt = countOf(imported)
  const starts = [own, imported]
    .flatMap((steps) => [steps[0], steps.at(-1)])
    .flatMap((step) => step?.start ?? [])
  const [first, last] = [starts.toSorted()[0], starts.toSorted().at(-1)]
  const steps: StepBeside[] = []
  for (let start = first; start && last && start <= last; start = nextStart(start, period))
    steps.push({ start, count: ownAt(start), imported: importedAt(start) })
  return steps
}

function countOf(steps: readonly Step[]) {
  const counts = new Map(steps.map(({ start, count }) => [start, count]))
  const [first, last] = [steps[0]?.start ?? "", steps.at(-1)?.start ?? ""]
  return (start: string) => (start < first || start > last ? null : (counts.get(start) ?? 0))
}

function nextStart(start: string, period: Period) {
  const date = new Date(`${start}T00:00:00Z`)
  if (period === "mois") date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (period === "semaine" ? 7 : 1))
  return date.toISOString().slice(0, 10)
}
