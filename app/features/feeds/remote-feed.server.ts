import { Agent, fetch, type Response } from "undici"
import { createDownloadLimits } from "./download-limits.ts"
import { FeedError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import { type AddressGuard, createGuardedAgent } from "./public-network.server.ts"

type Options = {
  /** Where the address and its redirects may lead; anywhere without it. */
  guard?: AddressGuard
  /** Silence borne with, before the answer or within it: 30 s unless told otherwise. */
  timeoutMs?: number
  /** For the whole download; without it only silence ends it. */
  totalMs?: number
  signal?: AbortSignal
}

/**
 * Opens a feed at an http(s) address, behind at most 5 redirects. Throws a FeedError when the address is outside the
 * guard, does not answer, answers with an error, or announces over 100 MB. `source` has to be read or returned.
 */
export async function openRemoteFeed(address: string, options: Options = {}) {
  const { guard, timeoutMs: silenceMs = 30_000, totalMs, signal } = options
  const agent = guard ? createGuardedAgent(guard) : new Agent({ allowH2: false })
  const limits = createDownloadLimits({ silenceMs, totalMs, signal })
  const end = () => {
    limits.end()
    void agent.destroy()
  }
  try {
    const response = await fetchFeed(address, agent, limits.signal)
    const length = Number(response.headers.get("content-length") ?? 0)
    if (length > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
    const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(response.headers.get("content-type") ?? "")?.[1]
    // The length of a compressed answer says nothing of the feed's own.
    const totalBytes = response.headers.has("content-encoding") || length === 0 ? undefined : length
    return { source: readBody(response, limits, end), charset, totalBytes }
  } catch (error) {
    end()
    throw networkError(error)
  }
}

async function fetchFeed(address: string, dispatcher: Agent, signal: AbortSignal) {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new FeedError(`Adresse invalide : ${url}`)
    const response = await fetch(url, { headers: HEADERS, redirect: "manual", dispatcher, signal })
    const location = response.headers.get("location")
    if (response.status < 300 || response.status > 399 || !location) {
      if (response.ok) return response
      throw new FeedError(
        `Le serveur du flux a répondu par une erreur : ${response.status} ${response.statusText}`.trim(),
      )
    }
    await response.body?.cancel()
    url = URL.canParse(location, url) ? new URL(location, url).href : location
  }
  throw new FeedError(
    `L'adresse du flux renvoie trop de fois ailleurs (plus de ${MAX_REDIRECTS} redirections).`,
  )
}

type Limits = ReturnType<typeof createDownloadLimits>

async function* readBody(response: Response, limits: Limits, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    limits.restart()
    for await (const chunk of response.body ?? []) {
      limits.pause()
      yield chunk
      limits.restart()
    }
  } catch (error) {
    throw networkError(error)
  } finally {
    end()
  }
}

function networkError(error: unknown) {
  // fetch reports every network trouble as a TypeError, with the reason as its cause.
  if (!(error instanceof TypeError)) return error
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause instanceof FeedError) return cause
  const detail = "code" in cause ? String(cause.code) : cause.message
  return new FeedError(`Le flux n'a pas pu être téléchargé (${detail}).`)
}

const MAX_REDIRECTS = 5
const HEADERS = {
  "User-Agent": "CKO-FeedImporter/1.0 (podcast website; RSS import)",
  Accept: "application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5",
}
