import { inArray, sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { db, type Transaction } from "#app/db/client.server.ts"
import { missingPaths, redirects } from "#app/db/schema/redirects.server.ts"
import { addressOfKey } from "../addresses.ts"
import { makeRuleTable, stemsAbove } from "../rules.ts"
import { listedPath } from "./missing-paths.ts"

/** How many addresses are listed at most, those apart that hosts ignore. */
export const MAX_LISTED = 2_000
/** Between two writes; a flood's other ones are not counted. */
const MAX_WAITING = 500
const LARGEST = 2_147_483_647

/**
 * How many addresses nobody asked for before are taken up: so many at once, then one every two minutes. Who tries a
 * hundred thousand of them fills no list, and pushes nothing out of it.
 */
export const NEW_AT_ONCE = 40
export const NEW_EVERY_MS = 120_000

/** Taken up already. */
const known = new LRUCache<string, true>({ max: 2 * MAX_LISTED })
const counts = new Map<string, number>()
let allowance = { left: NEW_AT_ONCE, at: 0 }

/**
 * Notes that nothing answered at a visitor's path. Costs nothing: it is written with others (`writeMissing`).
 *
 * @param now in milliseconds
 */
export function noteMissing(pathname: string, now = performance.now()) {
  const path = listedPath(pathname)
  if (path === undefined) return
  const count = counts.get(path)
  if (count === undefined && (counts.size >= MAX_WAITING || (!known.has(path) && !isAllowed(now)))) return
  known.set(path, true)
  counts.set(path, Math.min((count ?? 0) + 1, LARGEST))
}

function isAllowed(now: number) {
  const left = Math.min(NEW_AT_ONCE, allowance.left + Math.max(0, now - allowance.at) / NEW_EVERY_MS)
  allowance = { left: left >= 1 ? left - 1 : left, at: now }
  return left >= 1
}

/** Writes what was noted, in one statement, and lets those go that are too many. What cannot be written stays. */
export async function writeMissing(most = MAX_LISTED) {
  if (counts.size === 0) return
  const taken = [...counts]
  counts.clear()
  const paths = sql.param(taken.map(([path]) => path))
  const hits = sql.param(taken.map(([, count]) => count))
  try {
    await db.execute(sql`
      insert into ${missingPaths} (path, hits)
      select path, hits from unnest(${paths}::text[], ${hits}::int[]) as m(path, hits) order by path
      on conflict (path) do update
        set hits = least(${missingPaths}.hits::bigint + excluded.hits, ${LARGEST})::int, last_seen_at = now()`)
  } catch (error) {
    for (const [path, count] of taken) counts.set(path, (counts.get(path) ?? 0) + count)
    throw error
  }
  await deleteSurplus(most)
}

/** What was asked for on one day only goes first, then what was least asked for. */
async function deleteSurplus(most: number) {
  const isListed = sql`not is_ignored`
  await db.execute(sql`
    delete from ${missingPaths} where id in (
      select id from ${missingPaths} where ${isListed}
      order by last_seen_at - first_seen_at > interval '1 day', hits, last_seen_at, id
      limit greatest(0, (select count(*) from ${missingPaths} where ${isListed}) - ${most}))`)
}

/** Lets addresses go that are redirected now. */
export async function deleteRedirected(tx: Transaction) {
  const rows = await tx.select({ id: missingPaths.id, path: missingPaths.path }).from(missingPaths)
  const sources = new Set(rows.flatMap(({ path }) => [...sourcesFor(path)]))
  const { id, source, target } = redirects
  const rules = await tx
    .select({ id, source, target })
    .from(redirects)
    .where(sql`${source} = any(${sql.param([...sources])}::text[])`)
  const table = makeRuleTable(rules)
  const found = rows.filter(({ path }) => table.find(addressOfKey(path))).map((row) => row.id)
  if (found.length > 0) await tx.delete(missingPaths).where(inArray(missingPaths.id, found))
}

/** The old addresses of all rules that could lead on from a path. */
function* sourcesFor(path: string) {
  yield path
  for (const stem of stemsAbove(path)) yield stem === "/" ? "/*" : `${stem}/*`
}

/** So that after a start those of the list are counted on, however many new ones come. */
export async function recallMissing() {
  const rows = await db.select({ path: missingPaths.path }).from(missingPaths).limit(known.max)
  for (const { path } of rows) known.set(path, true)
}

/** As it is at the start of the site. */
export function forgetMissing() {
  known.clear()
  counts.clear()
  allowance = { left: NEW_AT_ONCE, at: 0 }
}
