import type { Response } from "undici"
import { FeedError, FeedStatusError, LedHereError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import {
  FetchError,
  guardedFetch,
  type Validators,
  validatorsOf,
} from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"

type Options = {
  /** Where the address and its redirects may lead: the public internet, unless told otherwise. */
  guard?: AddressGuard
  /** Silence borne with, before each answer or within it: 30 s unless told otherwise. */
  timeoutMs?: number
  /** For the whole download; without it only silence ends it. */
  totalMs?: number
  signal?: AbortSignal
  /** Which addresses are the site's own: they are not asked, a feed that leads there is a LedHereError. */
  isHere?: (address: string) => boolean
}

/** Where a feed was found: `address` is the one asked for, after the permanent redirects that it began with. */
export type FeedOrigin = Validators & { address: string }

const SILENCE_MS = 30_000
const ACCEPT = "application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"
const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

/**
 * Opens a feed at an http(s) address, behind at most 5 redirects. Throws a FeedError when the address is outside the
 * guard, does not answer, answers with an error, or announces over 100 MB. `source` has to be read or returned.
 */
export async function openRemoteFeed(address: string, options?: Options) {
  const opened = await openChangedFeed(address, NO_VALIDATORS, options)
  if (!opened.source) throw new FeedError("Le serveur du flux n’a rien envoyé (304).")
  return opened
}

/** The same for a feed that was read before: without `source` when it is still the one that `known` stands for. */
export async function openChangedFeed(address: string, known: Validators, options: Options = {}) {
  const { guard, timeoutMs: silenceMs = SILENCE_MS, totalMs = Infinity, signal, isHere } = options
  const condition = conditionOf(known)
  let permanent = address
  const originOf = (answer: Pick<Response, "headers">) => ({ address: permanent, ...validatorsOf(answer) })
  try {
    const { response, body } = await guardedFetch(address, {
      guard,
      silenceMs,
      totalMs,
      signal,
      maxBytes: MAX_FEED_BYTES,
      headers: { Accept: ACCEPT, ...condition },
      onAddress(url, isPermanent) {
        if (isHere?.(url)) throw new LedHereError(url, isPermanent)
        if (isPermanent) permanent = url
      },
    })
    const { headers } = response
    const length = Number(headers.get("content-length") ?? 0)
    const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get("content-type") ?? "")?.[1]
    // The length of a compressed answer says nothing of the feed's own.
    const totalBytes = headers.has("content-encoding") || length === 0 ? undefined : length
    return { source: readFeed(body, options), charset, totalBytes, origin: originOf(response) }
  } catch (error) {
    const answer = error instanceof FetchError ? error.answer : undefined
    if (answer?.status === 304 && condition) return { origin: originOf(answer) }
    throw feedError(error, options)
  }
}

/** As request headers; undefined where nothing is known. */
function conditionOf({ etag, lastModified }: Validators) {
  if (etag === null && lastModified === null) return undefined
  return {
    ...(etag !== null && { "If-None-Match": etag }),
    ...(lastModified !== null && { "If-Modified-Since": lastModified }),
  }
}

async function* readFeed(body: AsyncIterable<Uint8Array>, options: Options): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw feedError(error, options)
  }
}

function feedError(error: unknown, { signal, timeoutMs = SILENCE_MS }: Options) {
  if (error instanceof FeedError) return error
  if (signal?.aborted) return new FeedError("Le téléchargement a été interrompu.")
  if (!(error instanceof FetchError)) return error
  const { code, message, answer } = error
  if (answer) {
    const said = `Le serveur du flux a répondu par une erreur\u00a0: ${code} ${answer.statusText}`.trim()
    return new FeedStatusError(said, answer.status, answer.headers.get("retry-after"))
  }
  if (code === "private") return new FeedError(message)
  if (code.includes("TIMEOUT"))
    return new FeedError(`Le serveur du flux ne répond plus (${timeoutMs / 1000} s sans rien recevoir).`)
  return new FeedError(PROBLEMS[code] ?? `Le flux n'a pas pu être téléchargé (${code}).`)
}

const PROBLEMS: Record<string, string> = {
  invalid: "Adresse invalide\u00a0: un flux est à une adresse http ou https.",
  redirects: "L'adresse du flux renvoie trop de fois ailleurs (plus de 5 redirections).",
  large: TOO_LARGE,
  late: "Le serveur du flux est trop lent\u00a0: le téléchargement a été abandonné.",
}
