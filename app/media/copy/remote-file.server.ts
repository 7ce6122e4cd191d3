import { Readable } from "node:stream"
import type { Agent, Response } from "undici"
import { CLIENT_SILENCE_MS } from "#app/kit/http/client-silence.ts"
import {
  type AddressGuard,
  createGuardedAgent,
  RefusedAddressError,
} from "#app/kit/http/public-network.server.ts"
import { isWebAddress } from "#app/kit/lib/typed-addresses.ts"

/** Why a file of another host cannot be had, in one French line. */
export class RemoteFileError extends Error {
  override name = "RemoteFileError"
  readonly reason: RemoteFileReason
  /** Of an answer that is none of what was asked for. */
  readonly answer: RemoteAnswer | undefined

  constructor(message: string, reason: RemoteFileReason, answer?: RemoteAnswer) {
    super(message)
    this.reason = reason
    this.answer = answer
  }
}

/** `address` can never be asked, `large` is more than is taken, `status` is an answer; what is `away` may come back. */
export type RemoteFileReason = "address" | "large" | "status" | "away"
/** An answer without its body. */
export type RemoteAnswer = Pick<Response, "status" | "headers">

type Options = {
  /** Where the address and its redirects may lead. */
  guard: AddressGuard
  maxBytes?: number
  /** Silence borne with, before the answer or within it. */
  silenceMs?: number
  /** For all of it; Infinity for as long as something comes. */
  totalMs?: number
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A long episode in good quality; a page that one looks at waits no longer. */
const MAX_BYTES = 300_000_000
const SILENCE_MS = 15_000
/** Who asked for it hears nothing meanwhile, and has to be told why it failed. */
const TOTAL_MS = CLIENT_SILENCE_MS - 20_000
const MAX_REDIRECTS = 5

/**
 * Opens a file at a web address, behind at most 5 redirects.
 *
 * @returns its content, which ends with a RemoteFileError when it is too long or too slow, and its name as the address has it, and
 *   the answer's status and headers; `close` ends it all
 * @throws RemoteFileError when it is outside the guard, does not answer, answers with an error or announces too much
 */
export async function openRemoteFile(address: string, options: Options) {
  const { guard, maxBytes = MAX_BYTES, silenceMs = SILENCE_MS } = options
  const agent = await createGuardedAgent(guard, { headersTimeout: silenceMs, bodyTimeout: silenceMs })
  const close = () => void agent.destroy()
  try {
    const { response, url } = await follow(address, agent, options)
    if (Number(response.headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes)
    const { status, headers } = response
    return { source: Readable.from(bounded(response, maxBytes)), name: nameIn(url), status, headers, close }
  } catch (error) {
    close()
    throw translated(error)
  }
}

async function follow(address: string, dispatcher: Agent, options: Options) {
  const { fetch } = await import("undici")
  const { totalMs = TOTAL_MS } = options
  const signals = [
    ...(totalMs === Infinity ? [] : [AbortSignal.timeout(totalMs)]),
    ...(options.signal ? [options.signal] : []),
  ]
  const signal = AbortSignal.any(signals)
  const headers = { ...HEADERS, ...options.headers }
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!isWebAddress(url))
      throw new RemoteFileError("Ce n’est pas l’adresse d’un fichier d’un autre site.", "address")
    const response = await fetch(url, { headers, redirect: "manual", dispatcher, signal })
    if (response.ok) return { response, url }
    const location = response.headers.get("location")
    await response.body?.cancel()
    if (response.status < 300 || response.status > 399 || !location)
      throw new RemoteFileError(
        `L’autre site a répondu par une erreur (${response.status}).`,
        "status",
        response,
      )
    url = URL.canParse(location, url) ? new URL(location, url).href : location
  }
  throw new RemoteFileError("Cette adresse renvoie trop de fois ailleurs.", "address")
}

/** Also of what was compressed on its way. */
async function* bounded(response: Response, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  } catch (error) {
    throw translated(error)
  }
}

function tooLarge(maxBytes: number) {
  return new RemoteFileError(
    `Ce fichier est trop lourd pour être copié (plus de ${maxBytes / 1_000_000} Mo).`,
    "large",
  )
}

function translated(error: unknown) {
  if (error instanceof RemoteFileError) return error
  if (error instanceof Error && error.name === "TimeoutError") return new RemoteFileError(SLOW, "away")
  // fetch reports every network trouble as a TypeError, with the reason as its cause.
  if (!(error instanceof TypeError)) return error
  if (error.cause instanceof RefusedAddressError) return new RemoteFileError(error.cause.message, "address")
  const code = error.cause instanceof Error && "code" in error.cause ? String(error.cause.code) : ""
  return new RemoteFileError(/TIMEOUT/.test(code) ? SLOW : "L’autre site ne répond pas.", "away")
}

const SLOW = "L’autre site est trop lent\u00a0: la copie a été abandonnée."

/** The last part of an address's path. */
function nameIn(url: string) {
  const last = new URL(url).pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(last) || "fichier"
  } catch {
    // Not as UTF-8 has it.
    return last
  }
}

const HEADERS = {
  "User-Agent": "PodcastSite/1.0 (podcast website; media library)",
  Accept: "image/*,audio/*,*/*;q=0.5",
}
