import {
  type AddressGuard,
  createGuardedAgent,
  RefusedAddressError,
} from "#app/kit/http/public-network.server.ts"
import { parseRetryAfter } from "#app/kit/http/retry-after.ts"

/** What telling a hub came to: `code` is its status, `late`, `private`, or what the network says. */
export type HubAnswer = { isTold: boolean; code: string; retryAfterSeconds: number }

export type PostOptions = {
  /** Where the hub may be. */
  guard: AddressGuard
  /** For all of it, connecting included. */
  totalMs: number
  signal?: AbortSignal
}

/**
 * Tells a hub that what it passes on has changed, as hubs want to hear it (https://www.w3.org/TR/websub/ leaves it to them;
 * https://pubsubhubbub.appspot.com and https://websub.superfeedr.com want this form). Never throws.
 *
 * @param topic the whole address of the feed
 */
export async function postToHub(
  hub: string,
  topic: string,
  { guard, totalMs, signal }: PostOptions,
): Promise<HubAnswer> {
  const { fetch } = await import("undici")
  const late = AbortSignal.timeout(totalMs)
  const dispatcher = await createGuardedAgent(guard)
  try {
    const response = await fetch(hub, {
      method: "POST",
      body: new URLSearchParams({ "hub.mode": "publish", "hub.url": topic }),
      headers: { "User-Agent": "PodcastSite/1.0 (podcast website; WebSub)" },
      // Elsewhere it would be another request: mostly a GET, which tells nobody anything.
      redirect: "manual",
      dispatcher,
      signal: signal ? AbortSignal.any([late, signal]) : late,
    })
    const retryAfterSeconds = parseRetryAfter(response.headers.get("retry-after"), new Date())
    return { isTold: response.ok, code: String(response.status), retryAfterSeconds }
  } catch (error) {
    return { isTold: false, code: late.aborted ? "late" : codeOf(error), retryAfterSeconds: 0 }
  } finally {
    // What the hub says beside its status goes unread.
    void dispatcher.destroy()
  }
}

/** `fetch` reports every network trouble as a TypeError, with the reason as its cause. */
function codeOf(error: unknown) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof RefusedAddressError) return "private"
  return cause instanceof Error && "code" in cause ? String(cause.code).slice(0, 60) : "network"
}
