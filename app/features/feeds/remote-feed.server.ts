import { FeedError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"

/**
 * Opens a feed at an http(s) address: at most 5 redirects, and 30 s (or `timeoutMs`) of silence, before the answer or
 * within it. Throws a FeedError when the address does not answer, answers with an error, or announces over 100 MB.
 */
export async function openRemoteFeed(address: string, { timeoutMs = 30_000 } = {}) {
  const silence = createSilenceLimit(timeoutMs)
  try {
    const response = await fetchFeed(address, silence.signal)
    const length = Number(response.headers.get("content-length") ?? 0)
    if (length > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
    const charset = /charset\s*=\s*["']?([^\s"';]+)/i.exec(response.headers.get("content-type") ?? "")?.[1]
    // The length of a compressed answer says nothing of the feed's own.
    const totalBytes = response.headers.has("content-encoding") || length === 0 ? undefined : length
    return { source: readBody(response, silence, timeoutMs), charset, totalBytes }
  } catch (error) {
    silence.abort()
    throw networkError(error, timeoutMs)
  }
}

async function fetchFeed(address: string, signal: AbortSignal) {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new FeedError(`Adresse invalide : ${url}`)
    const response = await fetch(url, { headers: HEADERS, redirect: "manual", signal })
    const location = response.headers.get("location")
    if (response.status < 300 || response.status > 399 || !location) {
      if (response.ok) return response
      throw new FeedError(
        `Le serveur du flux a répondu par une erreur : ${response.status} ${response.statusText}`.trim(),
      )
    }
    await response.body?.cancel()
    url = URL.canParse(location, url) ? new URL(location, url).href : location
  }
  throw new FeedError(
    `L'adresse du flux renvoie trop de fois ailleurs (plus de ${MAX_REDIRECTS} redirections).`,
  )
}

type SilenceLimit = ReturnType<typeof createSilenceLimit>

async function* readBody(
  response: Response,
  silence: SilenceLimit,
  timeoutMs: number,
): AsyncGenerator<Uint8Array> {
  try {
    silence.restart()
    for await (const chunk of response.body ?? []) {
      // The clock only runs while we wait for the server, not while the reader works.
      silence.stop()
      yield chunk
      silence.restart()
    }
  } catch (error) {
    throw networkError(error, timeoutMs)
  } finally {
    silence.abort()
  }
}

function createSilenceLimit(timeoutMs: number) {
  const controller = new AbortController()
  const expire = () => controller.abort(new DOMException("silence", "TimeoutError"))
  let timer = setTimeout(expire, timeoutMs)
  const stop = () => clearTimeout(timer)
  return {
    signal: controller.signal,
    stop,
    restart() {
      stop()
      timer = setTimeout(expire, timeoutMs)
    },
    abort() {
      stop()
      controller.abort()
    },
  }
}

function networkError(error: unknown, timeoutMs: number) {
  if (error instanceof FeedError) return error
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new FeedError(`Le serveur du flux ne répond plus (${timeoutMs / 1000} s sans rien recevoir).`)
  // fetch reports every network trouble as a TypeError, with the reason as its cause.
  if (!(error instanceof TypeError)) return error
  const cause = error.cause instanceof Error ? error.cause : error
  const detail = "code" in cause ? String(cause.code) : cause.message
  return new FeedError(`Le flux n'a pas pu être téléchargé (${detail}).`)
}

const MAX_REDIRECTS = 5
const HEADERS = {
  "User-Agent": "CKO-FeedImporter/1.0 (podcast website; RSS import)",
  Accept: "application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5",
}
