import { type Actor, actAs } from "#app/db/audit.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"
import { isOwnAddress } from "../own-address.server.ts"
import { takeFeed } from "./feed-lease.server.ts"
import { type ReadingOptions, readTakenFeed } from "./feed-reading.server.ts"

/** Not at the start itself, when visitors wait for their first pages. */
const FIRST_LOOK_MS = 20_000
const LOOK_MS = 60_000
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
    const reading = { guard: publicNetwork, totalMs: MAX_DOWNLOAD_MS, isHere: isOwnAddress, ...options }
    // Also where a host asked for it, in whose request this may run.
    await actAs(READER, () => readTakenFeed(feed, reading))
  }
  return count
}

let reader: { wake: () => void } | undefined

/** Reads remembered feeds from now on, without holding up the start. @returns the function that stops it, a download included */
export function startFeedReader() {
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await readDueFeeds({ signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) log.error(error, "feeds not read")
      })
    } while (isAskedAgain && !stop.signal.aborted)
    running = undefined
  }
  const wake = () => {
    isAskedAgain = true
    running ??= run()
  }
  const first = setTimeout(wake, FIRST_LOOK_MS).unref()
  const timer = setInterval(wake, LOOK_MS).unref()
  reader = { wake }
  return async () => {
    reader = undefined
    clearTimeout(first)
    clearInterval(timer)
    stop.abort()
    await running
  }
}

/** Lets a feed that was just asked for be read now rather than at the next look. */
export function wakeFeedReader() {
  reader?.wake()
}
