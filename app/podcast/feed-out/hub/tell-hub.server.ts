import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { FEED_PATH } from "../feed-address.ts"
import { writeFeed } from "../feed.server.ts"
import { delayBeforeNext } from "./hub-schedule.ts"
import { giveBackHub, settleFailed, settleTold, type TakenHub, takeHub } from "./hub-state.server.ts"
import { type PostOptions, postToHub } from "./post-to-hub.server.ts"

const TOTAL_MS = 20_000

/**
 * Tells the hub that hosts chose that the feed has changed, if it has since the hub was told last, an earlier attempt has to be
 * made again, or hosts ask for it. One process at a time does.
 *
 * @returns `none` where there is no hub, or no feed to tell of, `busy` where another one does, `known` where there is nothing to tell, `stopped` by the signal
 */
export async function tellHub(options: Partial<PostOptions> = {}) {
  const { hub } = siteSettings().feed
  if (!hub || (await isFeedWithheld())) return "none"
  const taken = await takeHub(hub)
  if (!taken) return "busy"
  try {
    return await tellTaken(taken, { guard: publicNetwork, totalMs: TOTAL_MS, ...options })
  } catch (error) {
    await giveBackHub(taken)
    throw error
  }
}

async function tellTaken(taken: TakenHub, options: PostOptions) {
  const { publicUrl } = getSettings()
  const version = (await writeFeed(publicUrl)).changedAt.toISOString()
  // What failed waits for its time, unless there is more to tell than then.
  const isNews = taken.told !== version && (taken.tried !== version || taken.isDue)
  if (!isNews && taken.askedAt === null) {
    await giveBackHub(taken)
    return "known"
  }
  const { isTold, code, retryAfterSeconds } = await postToHub(taken.hub, publicUrl + FEED_PATH, options)
  if (!isTold && options.signal?.aborted) {
    await giveBackHub(taken)
    return "stopped"
  }
  if (isTold) {
    await settleTold(taken, version, code)
    return "told"
  }
  const delay = delayBeforeNext(taken.failures + 1, retryAfterSeconds)
  log.warn({ code, failures: taken.failures + 1, retryInSeconds: delay }, "feed's hub not told")
  await settleFailed(taken, version, code, delay)
  return "failed"
}
