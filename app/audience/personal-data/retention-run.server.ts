import { z } from "zod"
import { readSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { readClock } from "#app/db/read-clock.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { judgeRun } from "./due.ts"
import { deleteOld, RETENTION_RULES, type RetentionName } from "./retention-rules.server.ts"

const LAST = "retention-pass"
const lastSchema = z.iso.datetime().transform((at) => new Date(at))

/** When what was too old went for the last time; undefined before the first look. */
export function findLastRun() {
  return readSetting(LAST, lastSchema)
}

type Options = { own?: Date; batch?: number; signal?: AbortSignal }

/**
 * Deletes what is too old, if that is due. Each process may look at any time; one that is stopped in the middle goes on at
 * its next look.
 *
 * @param options.own this process's clock
 */
export async function runIfDue({ own = new Date(), ...options }: Options = {}) {
  const [last, now] = await Promise.all([findLastRun(), readClock()])
  const verdict = judgeRun(last, now, own)
  if (verdict === "clocks-differ") log.warn({ now, own }, "nothing too old deleted: two clocks differ")
  if (verdict === "unsure") await noteRun(now)
  if (verdict === "due" && (await deleteAll(options))) await noteRun(now)
  return verdict
}

/** @returns whether all is done that was to do */
async function deleteAll(options: Pick<Options, "batch" | "signal">) {
  // As they are stored now: what was changed a moment ago may not have been heard yet.
  const lengths = await readSettings("retention")
  const gone: Record<string, number> = {}
  for (const name of Object.keys(RETENTION_RULES) as RetentionName[]) {
    const { count, isBusy } = await deleteOld(name, lengths[name], options)
    if (isBusy) return false
    if (count > 0) gone[name] = count
  }
  if (Object.keys(gone).length > 0) log.info(gone, "what was too old deleted")
  return !options.signal?.aborted
}

function noteRun(now: Date) {
  return writeSetting(db, LAST, now.toISOString())
}
