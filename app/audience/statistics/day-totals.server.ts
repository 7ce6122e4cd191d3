import { type SQL, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { audienceDays, type Measure } from "#app/db/schema/statistics.server.ts"

/** One of what is counted by day. @param day in Paris */
type Total = { day: string; measure: Measure; episodeId: number; label: string }

/** What the database's `integer` holds. */
const LARGEST = 2_147_483_647
/** Of more of them within ten seconds the others are not counted. */
const MAX_WAITING = 5_000
type Counted = Total & { count: number }
const counts = new Map<string, Counted>()
const lasts = new Map<string, Counted>()

/** What visitors send as a label is cut: user agents, words of a search. */
const MAX_LABEL = 200
/** Of a measure's more different ones on one day the others are counted together, without a label. */
const MAX_LABELS = 5_000
let labels = { day: "", seen: new Map<Measure, Set<string>>() }

/** Counts one more of something. Costs nothing: it is written with others (`writeTotals`). */
export function countTotal(asked: Total) {
  if (!siteSettings().audience.isCounted) return
  const total = { ...asked, label: boundLabel(asked) }
  const key = JSON.stringify(total)
  const known = counts.get(key)
  if (known) known.count = Math.min(known.count + 1, LARGEST)
  else if (counts.size < MAX_WAITING) counts.set(key, { ...total, count: 1 })
}

function boundLabel({ day, measure, label }: Total) {
  if (labels.day < day) labels = { day, seen: new Map() }
  const seen = labels.seen.get(measure) ?? new Set()
  labels.seen.set(measure, seen)
  const cut = label.slice(0, MAX_LABEL).toWellFormed().replaceAll("\0", "")
  if (seen.size >= MAX_LABELS && !seen.has(cut)) return ""
  seen.add(cut)
  return cut
}

/** Says how much something is today: of several values the last one stays. */
export function setTotal(asked: Total, count: number) {
  if (!siteSettings().audience.isCounted) return
  const total = { ...asked, label: boundLabel(asked) }
  const key = JSON.stringify(total)
  if (count > 0 && (lasts.has(key) || lasts.size < MAX_WAITING))
    lasts.set(key, { ...total, count: Math.min(count, LARGEST) })
}

/** Writes what was counted. What cannot be written stays for the next time. */
export async function writeTotals() {
  await writeLasts()
  if (counts.size === 0) return
  const taken = [...counts]
  counts.clear()
  try {
    await insert(
      taken.map(([, row]) => row),
      addToKnown,
    )
  } catch (error) {
    for (const [key, row] of taken) {
      const since = counts.get(key)
      counts.set(key, { ...row, count: Math.min(row.count + (since?.count ?? 0), LARGEST) })
    }
    throw error
  }
}

async function writeLasts() {
  if (lasts.size === 0) return
  const taken = [...lasts]
  lasts.clear()
  try {
    await insert(
      taken.map(([, row]) => row),
      sql`on conflict (measure, episode_id, day, label) do update set count = excluded.count`,
    )
  } catch (error) {
    for (const [key, row] of taken) if (!lasts.has(key)) lasts.set(key, row)
    throw error
  }
}

/** In one statement, and in one order, so that no two processes wait for each other. */
function insert(rows: Counted[], orElse: SQL) {
  const column = <Value>(of: (row: Counted) => Value) => sql.param(rows.map(of))
  return db.execute(sql`
    insert into ${audienceDays} as known (day, measure, episode_id, label, count)
    select * from unnest(
      ${column(({ day }) => day)}::date[], ${column(({ measure }) => measure)}::text[],
      ${column(({ episodeId }) => episodeId)}::int[], ${column(({ label }) => label)}::text[],
      ${column(({ count }) => count)}::int[]
    ) as t(day, measure, episode_id, label, count)
    order by 2, 3, 1, 4
    ${orElse}`)
}

/** Adds to the totals that are there as `known`. */
export const addToKnown = sql`on conflict (measure, episode_id, day, label) do update
  set count = least(known.count::bigint + excluded.count, ${LARGEST})::int`

/** As it is at the start of the site. */
export function forgetTotals() {
  counts.clear()
  lasts.clear()
  labels = { day: "", seen: new Map() }
}
