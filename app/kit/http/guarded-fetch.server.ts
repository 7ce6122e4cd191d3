import type { LookupAddress } from "node:dns"
import { isIP } from "node:net"
import type { Agent, RequestInit, Response } from "undici"
import { type AddressGuard, publicNetwork } from "./public-network.server.ts"

/** An answer without its body. */
type Answer = Pick<Response, "status" | "statusText" | "headers">

/** Why another host's answer, or the whole of it, cannot be had, in one French line. */
export class FetchError extends Error {
  override name = "FetchError"
  /** `address` can never be asked, `large` is more than is taken, `status` is an answer; what is `away` may come back. */
  readonly reason: "address" | "large" | "status" | "away"
  /** `invalid`, `private`, `redirects`, `large`, the answer's status, `late`, or what the network says. */
  readonly code: string
  /** Of an answer that is none of what was asked for. */
  readonly answer: Answer | undefined

  constructor(reason: FetchError["reason"], code: string, message: string, answer?: Answer) {
    super(message)
    this.reason = reason
    this.code = code
    this.answer = answer
  }
}

/** What an answer said of its own version, for asking whether there is another one (RFC 9110, 13). */
export type Validators = { etag: string | null; lastModified: string | null }

type Options = Pick<RequestInit, "method" | "body"> & {
  headers?: Record<string, string>
  /** Where the address and its redirects may lead: the public internet, unless told otherwise. */
  guard?: AddressGuard
  /** Of the body, also of what is compressed on its way. */
  maxBytes: number
  /** For all of it; Infinity for as long as something comes. */
  totalMs: number
  /** Silence borne with: while connecting, before each answer, within its body. 15 s unless told otherwise. */
  silenceMs?: number
  /** 5 unless told otherwise; with 0 a redirect is an answer like another one. */
  maxRedirects?: number
  signal?: AbortSignal
  /** Is told each address before it is asked, and whether all redirects to it were permanent; what it throws ends it all. */
  onAddress?: (address: string, isPermanent: boolean) => void
}

/**
 * Asks another host: the one way out of the site to addresses that people, feeds and hosts name.
 *
 * @returns a successful answer, its address behind the redirects, and its body, whose end or abandonment ends the connection;
 *   `close` does where it is not read
 * @throws FetchError, as its body does; the reason of `signal`, or what `onAddress` throws
 */
export async function guardedFetch(address: string, options: Options) {
  const { maxBytes, totalMs, signal } = options
  const agent = await createAgent(options)
  const close = () => void agent.destroy()
  const signals = [signal ?? [], totalMs === Infinity ? [] : AbortSignal.timeout(totalMs)].flat()
  try {
    const { response, url } = await follow(address, options, agent, AbortSignal.any(signals))
    if (Number(response.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes)
    return { response, url, body: readBody(response, options, close), close }
  } catch (error) {
    close()
    throw translated(error, signal)
  }
}

/** The validators of an answer, as far as they can be kept and sent back: not those that are out of all proportion. */
export function validatorsOf({ headers }: { headers: Pick<Headers, "get"> }): Validators {
  const bounded = (value: string | null) => (value && value.length <= 1_000 ? value : null)
  return { etag: bounded(headers.get("etag")), lastModified: bounded(headers.get("last-modified")) }
}

/**
 * Connections that stay inside the guard. The check is part of connecting: the name is not looked up a second time, and every
 * redirect passes through it.
 */
async function createAgent({ guard = publicNetwork, silenceMs = SILENCE_MS }: Options) {
  // Loaded for who asks: it takes as long, and as much memory, as much of the rest of a start.
  const { Agent, buildConnector } = await import("undici")
  const connect = buildConnector({
    allowH2: false,
    timeout: silenceMs,
    lookup: (hostname, options, callback) => {
      guard.lookup(hostname, { ...options, all: true }, (error, found) => {
        const addresses: LookupAddress[] = Array.isArray(found) ? found : []
        const [first] = addresses
        if (error) callback(error, [])
        else if (!first || !addresses.every((each) => guard.isAllowed(each.address)))
          callback(notPublic(), [])
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      })
    },
  })
  return new Agent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: (options, callback) => {
      // Node connects to an address written as such without looking anything up.
      if (isIP(options.hostname) && !guard.isAllowed(options.hostname)) callback(notPublic(), null)
      else connect(options, callback)
    },
  })
}

async function follow(address: string, options: Options, dispatcher: Agent, signal: AbortSignal) {
  const { fetch } = await import("undici")
  const { method, body, maxRedirects = 5, onAddress } = options
  const headers = { "User-Agent": USER_AGENT, ...options.headers }
  let url = address
  let isPermanent = true
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      throw new FetchError("address", "invalid", "Ce n’est pas l’adresse d’un fichier d’un autre site.")
    onAddress?.(url, isPermanent)
    const response = await fetch(url, { method, body, headers, redirect: "manual", dispatcher, signal })
    if (response.ok) return { response, url }
    const { status } = response
    const location = response.headers.get("location")
    await response.body?.cancel()
    if (!REDIRECTS.includes(status) || !location || maxRedirects === 0)
      throw new FetchError(
        "status",
        String(status),
        `L’autre site a répondu par une erreur (${status}).`,
        response,
      )
    url = URL.canParse(location, url) ? new URL(location, url).href : location
    isPermanent &&= status === 301 || status === 308
  }
  throw new FetchError("address", "redirects", "Cette adresse renvoie trop de fois ailleurs.")
}

async function* readBody(response: Response, { maxBytes, signal }: Options, close: () => void) {
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    throw translated(error, signal)
  } finally {
    close()
  }
}

function translated(error: unknown, signal: AbortSignal | undefined) {
  if (error instanceof FetchError || signal?.aborted) return error
  if (error instanceof Error && error.name === "TimeoutError") return new FetchError("away", "late", SLOW)
  // fetch reports every network trouble as a TypeError, with the reason as its cause.
  if (!(error instanceof TypeError)) return error
  const { cause } = error
  if (cause instanceof FetchError) return cause
  const code = cause instanceof Error && "code" in cause ? String(cause.code).slice(0, 60) : "network"
  return new FetchError("away", code, code.includes("TIMEOUT") ? SLOW : "L’autre site ne répond pas.")
}

function tooLarge(maxBytes: number) {
  const limit = `plus de ${maxBytes / 1_000_000} Mo`
  return new FetchError("large", "large", `Ce fichier est trop lourd pour être copié (${limit}).`)
}

function notPublic() {
  const message = "Cette adresse mène à un réseau privé\u00a0: seules les adresses publiques sont acceptées."
  return new FetchError("address", "private", message)
}

const SILENCE_MS = 15_000
const USER_AGENT = "PodcastSite/1.0 (podcast website)"
/** https://fetch.spec.whatwg.org/#redirect-status */
const REDIRECTS = [301, 302, 303, 307, 308]
const SLOW = "L’autre site est trop lent\u00a0: la copie a été abandonnée."
