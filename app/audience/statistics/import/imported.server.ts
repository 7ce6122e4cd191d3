import { sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { audienceDays, audienceMonths } from "#app/db/schema/statistics.server.ts"
import type { Figure } from "./read-figures.server.ts"

const ROWS_AT_ONCE = 20_000

/** Keeps what a host counted, in the place of all that was kept under its name: all of it, or nothing. */
export async function importFigures(name: string, totals: readonly Figure[]) {
  await db.transaction(async (tx) => {
    await forget(tx, name)
    for (let start = 0; start < totals.length; start += ROWS_AT_ONCE) {
      const rows = totals.slice(start, start + ROWS_AT_ONCE)
      await tx.execute(sql`
        insert into ${audienceDays} (day, measure, episode_id, label, count)
        select day, 'imported', episode_id, ${name}::text, count from unnest(
          ${sql.param(rows.map(({ day }) => day))}::date[], ${sql.param(rows.map(({ episodeId }) => episodeId))}::int[],
          ${sql.param(rows.map(({ count }) => count))}::int[]
        ) as t(day, episode_id, count)`)
    }
    await record(tx, { action: "import", kind: "audience", title: name, after: { rows: totals.length } })
  })
}

/** Takes a host's figures away. @returns whether there were any */
export function removeFigures(name: string) {
  return db.transaction(async (tx) => {
    const isGone = await forget(tx, name)
    if (isGone) await record(tx, { action: "delete", kind: "audience", title: name })
    return isGone
  })
}

/** Days before months: what the night folds meanwhile is found among these. */
async function forget(tx: Transaction, name: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.importedFigures})`)
  const days = await tx.execute(
    sql`delete from ${audienceDays} where measure = 'imported' and label = ${name}`,
  )
  const months = await tx.execute(
    sql`delete from ${audienceMonths} where measure = 'imported' and label = ${name}`,
  )
  return (days.rowCount ?? 0) + (months.rowCount ?? 0) > 0
}

/** What was brought along of one host: from when to when, how much, and of how many episodes. */
export type Imported = { name: string; first: string; last: string; count: number; episodes: number }

/** What was brought along, by the host's name. */
export async function listImported() {
  const { rows } = await db.execute<Imported>(sql`
    select label as name, min(day)::text as first, max(day)::text as last,
      coalesce(sum(count) filter (where episode_id = 0), 0)::float8 as count,
      (count(distinct episode_id) filter (where episode_id > 0))::int as episodes
    from (
      select * from ${audienceDays} where measure = 'imported'
      union all select * from ${audienceMonths} where measure = 'imported'
    ) as known
    group by label order by label`)
  return rows
}
