import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { parseRetryAfter } from "#app/kit/http/retry-after.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { FEED_PATH } from "../feed-address.ts"
import { writeFeed } from "../feed.server.ts"
import { delayBeforeNext } from "./hub-schedule.ts"
import { giveBackHub, settleFailed, settleTold, type TakenHub, takeHub } from "./hub-state.server.ts"

const TOTAL_MS = 20_000

type Options = {
  /** Where the hub may be. */
  guard?: AddressGuard
  /** For all of it, connecting included. */
  totalMs: number
  signal?: AbortSignal
}

/**
 * Tells the hub that hosts chose that the feed has changed, if it has since the hub was told last, an earlier attempt has to be
 * made again, or hosts ask for it. One process at a time does.
 *
 * @returns `none` where there is no hub, or no feed to tell of, `busy` where another one does, `known` where there is nothing to tell, `stopped` by the signal
 */
export async function tellHub(options: Partial<Options> = {}) {
  const { hub } = siteSettings().feed
  if (!hub || (await isFeedWithheld())) return "none"
  const taken = await takeHub(hub)
  if (!taken) return "busy"
  try {
    return await tellTaken(taken, { totalMs: TOTAL_MS, ...options })
  } catch (error) {
    await giveBackHub(taken)
    throw error
  }
}

async function tellTaken(taken: TakenHub, options: Options) {
  const { publicUrl } = getSettings()
  const version = (await writeFeed(publicUrl)).changedAt.toISOString()
  // What failed waits for its time, unless there is more to tell than then.
  const isNews = taken.told !== version && (taken.tried !== version || taken.isDue)
  if (!isNews && taken.askedAt === null) {
    await giveBackHub(taken)
    return "known"
  }
  const { isTold, code, retryAfterSeconds = 0 } = await post(taken.hub, publicUrl + FEED_PATH, options)
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

/**
 * Tells a hub that what it passes on has changed, as hubs want to hear it (https://www.w3.org/TR/websub/ leaves it to them;
 * https://pubsubhubbub.appspot.com and https://websub.superfeedr.com want this form). Never throws.
 *
 * @param topic the whole address of the feed
 * @returns as `code` the answer's status, or that of a FetchError
 */
async function post(hub: string, topic: string, options: Options) {
  try {
    const { response, close } = await guardedFetch(hub, {
      ...options,
      method: "POST",
      body: new URLSearchParams({ "hub.mode": "publish", "hub.url": topic }),
      silenceMs: options.totalMs,
      // Elsewhere it would be another request: mostly a GET, which tells nobody anything.
      maxRedirects: 0,
      maxBytes: Infinity,
    })
    // What the hub says beside its status goes unread.
    close()
    return { isTold: true, code: String(response.status) }
  } catch (error) {
    const { code = "network", answer } = error instanceof FetchError ? error : {}
    const retryAfterSeconds = parseRetryAfter(answer?.headers.get("retry-after") ?? null, new Date())
    return { isTold: false, code, retryAfterSeconds }
  }
}
