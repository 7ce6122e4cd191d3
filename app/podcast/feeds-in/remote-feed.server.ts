import type { Agent, Response } from "undici"
import { createDownloadLimits } from "./download-limits.ts"
import { FeedError, FeedStatusError, LedHereError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import {
  type AddressGuard,
  createGuardedAgent,
  RefusedAddressError,
} from "#app/kit/http/public-network.server.ts"

type Options = {
  /** Where the address and its redirects may lead; anywhere without it. */
  guard?: AddressGuard
  /** Silence borne with, before the answer or within it: 30 s unless told otherwise. */
  timeoutMs?: number
  /** For the whole download; without it only silence ends it. */
  totalMs?: number
  signal?: AbortSignal
  /** Which addresses are the site's own: they are not asked, a feed that leads there is a LedHereError. */
  isHere?: (address: string) => boolean
}

/** What an answer said of its own version, for asking whether there is another one (RFC 9110, 13). */
export type Validators = { etag: string | null; lastModified: string | null }

/** Where a feed was found: `address` is the one asked for, after the permanent redirects that it began with. */
export type FeedOrigin = Validators & { address: string }

const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

/**
 * Opens a feed at an http(s) address, behind at most 5 redirects. Throws a FeedError when the address is outside the
 * guard, does not answer, answers with an error, or announces over 100 MB. `source` has to be read or returned.
 */
export async function openRemoteFeed(address: string, options: Options = {}) {
  const opened = await openChangedFeed(address, NO_VALIDATORS, options)
  if (!opened.source) throw new FeedError("Le serveur du flux n’a rien envoyé (304).")
  return opened
}

/** The same for a feed that was read before: without `source` when it is still the one that `known` stands for. */
export async function openChangedFeed(address: string, known: Validators, options: Options = {}) {
  const { guard, timeoutMs: silenceMs = 30_000, totalMs, signal } = options
  // Loaded for who asks for a feed: it takes as long, and as much memory, as much of the rest of a start.
  const undici = await import("undici")
  const agent = guard ? await createGuardedAgent(guard) : new undici.Agent({ allowH2: false })
  const limits = createDownloadLimits({ silenceMs, totalMs, signal })
  const end = () => {
    limits.end()
    void agent.destroy()
  }
  try {
    const { response, address: found } = await fetchFeed(address, known, agent, limits.signal, options)
    const origin: FeedOrigin = {
      address: found,
      etag: validator(response, "etag"),
      lastModified: validator(response, "last-modified"),
    }
    if (response.status === 304) {
      end()
      return { origin }
    }
    const length = Number(response.headers.get("content-length") ?? 0)
    if (length > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
    const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(response.headers.get("content-type") ?? "")?.[1]
    // The length of a compressed answer says nothing of the feed's own.
    const totalBytes = response.headers.has("content-encoding") || length === 0 ? undefined : length
    return { source: readBody(response, limits, end), charset, totalBytes, origin }
  } catch (error) {
    end()
    throw networkError(error)
  }
}

async function fetchFeed(
  address: string,
  known: Validators,
  dispatcher: Agent,
  signal: AbortSignal,
  { isHere }: Options,
) {
  const { fetch } = await import("undici")
  const headers = { ...HEADERS, ...conditions(known) }
  let url = address
  let isPermanent = true
  let permanent = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new FeedError(`Adresse invalide : ${url}`)
    if (isHere?.(url)) throw new LedHereError(url, isPermanent)
    const response = await fetch(url, { headers, redirect: "manual", dispatcher, signal })
    const { status, statusText } = response
    if (response.ok || (status === 304 && isConditional(known))) return { response, address: permanent }
    const location = response.headers.get("location")
    if (status < 300 || status > 399 || !location)
      throw new FeedStatusError(
        `Le serveur du flux a répondu par une erreur : ${status} ${statusText}`.trim(),
        status,
        response.headers.get("retry-after"),
      )
    await response.body?.cancel()
    url = URL.canParse(location, url) ? new URL(location, url).href : location
    isPermanent &&= status === 301 || status === 308
    if (isPermanent) permanent = url
  }
  throw new FeedError(
    `L'adresse du flux renvoie trop de fois ailleurs (plus de ${MAX_REDIRECTS} redirections).`,
  )
}

function isConditional({ etag, lastModified }: Validators) {
  return etag !== null || lastModified !== null
}

function conditions({ etag, lastModified }: Validators) {
  return {
    ...(etag !== null && { "If-None-Match": etag }),
    ...(lastModified !== null && { "If-Modified-Since": lastModified }),
  }
}

/** A header that is kept and sent back, unless it is out of all proportion. */
function validator(response: Response, name: string) {
  const value = response.headers.get(name)
  return value && value.length <= MAX_VALIDATOR ? value : null
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
  if (cause instanceof RefusedAddressError) return new FeedError(cause.message)
  const detail = "code" in cause ? String(cause.code) : cause.message
  return new FeedError(`Le flux n'a pas pu être téléchargé (${detail}).`)
}

const MAX_REDIRECTS = 5
const MAX_VALIDATOR = 1_000
const HEADERS = {
  "User-Agent": "PodcastSite/1.0 (podcast website; RSS import)",
  Accept: "application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5",
}
