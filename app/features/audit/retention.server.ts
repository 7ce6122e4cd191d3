import { sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { log } from "#app/lib/log.server.ts"
import { DEFAULT_MONTHS, monthsSchema } from "./audit.schema.ts"

const SETTING = "audit-retention-months"

/** For how many months the log is kept. */
export async function getRetention(on: Parameters<typeof readSetting>[2] = db) {
  return (await readSetting(SETTING, monthsSchema, on)) ?? DEFAULT_MONTHS
}

/** @param months from 1 to 120 */
export async function setRetention(months: number) {
  await db.transaction(async (tx) => {
    const before = { months: await getRetention(tx) }
    await writeSetting(tx, SETTING, months)
    const deed = {
      action: "update",
      kind: "settings",
      id: SETTING,
      title: "Conservation du journal",
    } as const
    if (before.months !== months) await record(tx, { ...deed, before, after: { months } })
  })
}

/** Not at the start itself, when visitors wait for their first pages. */
const FIRST_LOOK_MS = 120_000
const LOOK_MS = 86_400_000

/** Lets old rows of the log go once a day. A failure is logged. @returns the function that stops it */
export function startRetention() {
  const stop = new AbortController()
  let running: Promise<void> | undefined
  const look = () => {
    running ??= deleteOldDeeds({ signal: stop.signal })
      .then((count) => void (count > 0 && log.info({ count }, "old rows of the log deleted")))
      .catch((error: unknown) => log.error(error, "old rows of the log not deleted"))
      .finally(() => (running = undefined))
  }
  const first = setTimeout(look, FIRST_LOOK_MS).unref()
  const timer = setInterval(look, LOOK_MS).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    stop.abort()
    await running
  }
}

/** Any number will do, as long as nothing else in the same database uses it. */
const RETENTION_LOCK = 2_025_110_6

/**
 * Deletes what is older than the log is kept, a batch in each transaction: none holds anything for long. Of several
 * processes one does it, the others leave it to that one.
 *
 * @returns how many rows went
 */
export async function deleteOldDeeds({
  batch = 5_000,
  signal,
}: { batch?: number; signal?: AbortSignal } = {}) {
  const months = await getRetention()
  let count = 0
  let last = batch
  while (last === batch && !signal?.aborted) {
    last = await deleteBatch(months, batch)
    count += last
  }
  return count
}

function deleteBatch(months: number, batch: number) {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock(${RETENTION_LOCK}) as "isFree", set_config('cko.audit', 'retention', true)`,
    )
    if (!rows[0]?.isFree) return 0
    const deleted = await tx.execute(sql`
      delete from ${auditLog} where id in (
        select id from ${auditLog} where at < now() - make_interval(months => ${months}) order by at, id limit ${batch})`)
    return deleted.rowCount ?? 0
  })
}
