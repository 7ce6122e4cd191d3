import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { redirectHits, redirects } from "#app/db/schema/redirects.server.ts"

/** How far back visits are counted, in days. */
export const HIT_DAYS = 30
/** What the database's `integer` holds. */
const LARGEST = 2_147_483_647
const today = sql`(now() at time zone 'Europe/Paris')::date`

/** By rule, the visits that are not in the database yet: as many as there are rules at most. */
const counts = new Map<number, number>()

/** Notes that a rule led somebody on. Costs nothing: it is written with others (`writeHits`). */
export function countHit(ruleId: number) {
  counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1)
}

/** Writes what was counted, in one statement. What cannot be written stays for the next time. */
export async function writeHits() {
  if (counts.size === 0) return
  const taken = [...counts]
  counts.clear()
  const ids = sql.param(taken.map(([id]) => id))
  const hits = sql.param(taken.map(([, count]) => Math.min(count, LARGEST)))
  try {
    // In one order, so that no two processes wait for each other; of rules that are gone, nothing.
    await db.execute(sql`
      insert into ${redirectHits} (redirect_id, day, hits)
      select r.id, ${today}, h.hits
      from unnest(${ids}::int[], ${hits}::int[]) as h(id, hits) join ${redirects} r on r.id = h.id
      order by r.id for key share of r
      on conflict (redirect_id, day) do update
        set hits = least(${redirectHits}.hits::bigint + excluded.hits, ${LARGEST})::int`)
  } catch (error) {
    for (const [id, count] of taken) counts.set(id, (counts.get(id) ?? 0) + count)
    throw error
  }
}

/** Lets old days go; of each rule the last one stays, which says when it was used. @returns how many rows went */
export async function deleteOldHits() {
  const { rowCount } = await db.execute(sql`
    delete from ${redirectHits} h where day <= ${today} - ${HIT_DAYS}::int
      and exists (select from ${redirectHits} later where later.redirect_id = h.redirect_id and later.day > h.day)`)
  return rowCount ?? 0
}

/** Of one row of rules: how many visits it had within the last days, and its last day of all. */
export const hitsOfRule = sql<number>`(select least(coalesce(sum(h.hits), 0), ${LARGEST})::int from ${redirectHits} h
  where h.redirect_id = ${redirects}.id and h.day > ${today} - ${HIT_DAYS}::int)`
export const lastDayOfRule = sql<string | null>`(select max(h.day)::text from ${redirectHits} h
  where h.redirect_id = ${redirects}.id)`
