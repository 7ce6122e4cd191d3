import { db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { CACHE_TAG, wholeOf } from "#app/kit/http/cache-tags.ts"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import { anyNetwork } from "#app/kit/http/public-network.server.ts"
import { parseRetryAfter } from "#app/kit/http/retry-after.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { type CdnSettings, getSettings } from "#app/kit/lib/settings.server.ts"

/** As many as Cloudflare always took at once. More are all of their kind. */
const MAX_TAGS = 30
/** Whatever changes in between is told together: services allow for a few calls a minute. */
const REST_SECONDS = 10
const TOTAL_MS = 20_000

/**
 * What changed since the CDN was told by this process. Each process hears of all changes, and notes everything when it begins
 * to listen: whoever does the jobs after one that was killed has at least what that one had still to tell.
 */
let stale = new Set<string>()
let failures = 0
/** By the clock of `performance.now()`. */
let dueAt = 0

export function noteStale(tag: string) {
  if (stale.has(wholeOf(tag))) return
  stale.add(tag)
  if (stale.size > MAX_TAGS) stale = new Set([...stale].map(wholeOf))
}

/** Tells the CDN what changed, if anything did and it is time. What could not be told is told again, with what came since. */
export async function tellCdn({ signal, totalMs = TOTAL_MS }: { signal: AbortSignal; totalMs?: number }) {
  const { cdn } = getSettings()
  if (!cdn || stale.size === 0 || performance.now() < dueAt) return
  const tags = stale
  stale = new Set()
  const { failure, retryAfterSeconds } = await post(cdn, [...tags], signal, totalMs)
  if (failure !== undefined) for (const tag of tags) noteStale(tag)
  if (failure !== undefined && signal.aborted) return
  failures = failure === undefined ? 0 : failures + 1
  const delay = failures === 0 ? REST_SECONDS : delayBeforeNext(failures, retryAfterSeconds)
  dueAt = performance.now() + delay * 1_000
  if (failure !== undefined) log.warn({ failure, failures, retryInSeconds: delay }, "CDN not told")
  const due = new Date(Date.now() + delay * 1_000)
  await writeSetting(db, "cdn-purge", failure === undefined ? null : { failures, failure, dueAt: due })
}

/** Before the second attempt, the third and so on, and before all later ones: by then pages have left the CDN by themselves. */
const DELAYS = [10, 30, 120]
const LAST_DELAY = 600
const HOUR = 3_600

/** In seconds. @param failed in a row, from 1 */
function delayBeforeNext(failed: number, retryAfterSeconds: number) {
  return Math.max(DELAYS[failed - 1] ?? LAST_DELAY, Math.min(retryAfterSeconds, HOUR))
}

/**
 * As Cloudflare wants to hear it (https://developers.cloudflare.com/api/resources/cache/methods/purge/); in a header, too, for
 * what reads no bodies, such as Varnish. Whoever runs the machine says where: it may be a network of theirs.
 *
 * @returns why it was not told, in French
 */
async function post({ purgeUrl, token }: CdnSettings, tags: string[], signal: AbortSignal, totalMs: number) {
  try {
    const { close } = await guardedFetch(purgeUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        [CACHE_TAG]: tags.join(),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ tags }),
      guard: anyNetwork,
      signal,
      totalMs,
      silenceMs: totalMs,
      // Elsewhere it would be a GET, and the token somebody else's.
      maxRedirects: 0,
      maxBytes: Infinity,
    })
    close()
    return { failure: undefined, retryAfterSeconds: 0 }
  } catch (error) {
    const { code = "network", reason, answer } = error instanceof FetchError ? error : {}
    return {
      failure: `Le CDN ${reason === "status" ? "a répondu par une erreur" : "ne répond pas"} (${code}).`,
      retryAfterSeconds: parseRetryAfter(answer?.headers.get("retry-after") ?? null, new Date()),
    }
  }
}
