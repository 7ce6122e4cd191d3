import { type Actor, actAs } from "#app/db/audit.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { isOwnAddress } from "../own-address.server.ts"
import { takeFeed } from "./feed-lease.server.ts"
import { type ReadingOptions, readTakenFeed } from "./feed-reading.server.ts"

/** For a whole download, of which a reading may make two within its lease. */
const MAX_DOWNLOAD_MS = 300_000
/** Who the log says did it. */
const READER: Actor = { id: null, name: "lecture automatique du flux", role: null }

/**
 * Reads the feeds that are due or asked for, one after the other. Any number of processes may do this at once.
 *
 * @returns how many were taken
 */
export async function readDueFeeds(options: Partial<ReadingOptions> = {}) {
  let count = 0
  while (!options.signal?.aborted) {
    const feed = await takeFeed(getSettings().feedIntervalMinutes > 0)
    if (!feed) break
    count += 1
    const reading = { totalMs: MAX_DOWNLOAD_MS, isHere: isOwnAddress, ...options }
    // Also where a host asked for it, in whose request this may run.
    await actAs(READER, () => readTakenFeed(feed, reading))
  }
  return count
}
