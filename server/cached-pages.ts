import fresh from "fresh"
import { pipeline } from "node:stream"
import { LRUCache } from "lru-cache"
import Negotiator from "negotiator"
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { NAME_OF_DATA } from "#app/kit/http/page-data.ts"
import { PERSONAL_COOKIES } from "#app/kit/http/personal-cookies.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { observeRequest } from "./measures.ts"
import type { PageAddress, PageCache } from "./page-cache.ts"
import type { TellVisit } from "./tell-visit.ts"
import type { InTurn } from "./turns.ts"
import { type Coding, type EncodedPage, unpackInPieces } from "./encoded-page.ts"

/**
 * Answers from the page cache what everybody gets alike, and leaves all else to the application. It works on Node's own
 * requests: building the web's `Request` and `Response` takes several times as long as sending a kept page.
 *
 * @param findAddress the page that an address shows, if it may be kept
 * @param inTurn begins some work for a request once it is its client's turn
 * @param tellVisit hears of each page that was found
 */
export function serveCachedPages(
  application: (request: IncomingMessage, response: ServerResponse) => unknown,
  cache: PageCache,
  findAddress: (url: string) => PageAddress | undefined,
  inTurn: InTurn,
  tellVisit: TellVisit,
): RequestListener {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const url = request.url ?? "/"
    const isAnonymous = isAnonymousRead(request)
    // Most addresses are spelled as their page is kept.
    const page = isAnonymous && cache.find(url)
    if (page) {
      if (page.status === 200) tellVisit(request, url)
      send(request, response, page, cache)
      return observeRequest(request.method ?? "", page.route ?? "/*", response.statusCode, startedAt)
    }
    const address = isAnonymous || isReadOfData(request) ? findAddress(url) : undefined
    // A page was drawn for nobody in particular, whoever has signed in since.
    if (!address || !(isAnonymous || address.dataName)) return application(request, response)
    const find = address.dataName ? cache.getData : cache.get
    const found = await find(address, (render) => inTurn(request, response, render)).catch(() => undefined)
    if (!found) return application(request, response)
    if (found.status === 200 && !address.dataName) tellVisit(request, address.key)
    send(request, response, found, cache)
    observeRequest(request.method ?? "", address.route, response.statusCode, startedAt)
  }
  return (request, response) => {
    answer(request, response).catch((error: unknown) => endFailed(response, error))
  }
}

/** What fails here is one request's failure, never the process's. */
function endFailed(response: ServerResponse, error: unknown) {
  log.error(error, "request failed before the application")
  if (response.headersSent) return response.destroy()
  response.writeHead(500, { "Content-Type": "text/plain; charset=UTF-8", "Cache-Control": "no-store" })
  response.end("Une erreur est survenue. Réessayez dans un instant.")
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD"

const isReadOfData = (request: IncomingMessage) =>
  isRead(request) && request.url?.includes(`${NAME_OF_DATA}=`) === true

function isAnonymousRead(request: IncomingMessage) {
  if (!isRead(request)) return false
  const { cookie } = request.headers
  return cookie === undefined || !PERSONAL_COOKIES.some((name) => cookie.includes(`${name}=`))
}

function send(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  page: EncodedPage,
  cache: PageCache,
) {
  // Whoever asks not to be answered from a cache means those on the way: this page is as new as any.
  const known = {
    "if-none-match": headers["if-none-match"],
    "if-modified-since": headers["if-modified-since"],
  }
  if (page.isCacheable && fresh(known, { etag: page.etag, "last-modified": page.lastModified })) {
    response.writeHead(304, page.headers)
    response.end()
    return
  }
  const coding = chooseCoding(headers["accept-encoding"])
  const pieces = coding === "identity" ? unpackInPieces(page) : undefined
  const list = (of: string[]) => (headers["sec-fetch-dest"] === "document" ? asDocument(of) : of)
  if (pieces) {
    response.writeHead(page.status, list(pieces.headers))
    if (method === "HEAD") return void response.end()
    // A reader who leaves is no failure.
    return pipeline(pieces.open(), response, () => undefined)
  }
  const coded = cache.inCoding(page, coding)
  response.writeHead(page.status, list(coded.headers))
  if (method === "HEAD") response.end()
  else response.end(coded.body, "latin1")
}

/** Who opens a feed in a browser is to see it: as a feed browsers show its source, or keep it as a file. */
function asDocument(headers: string[]) {
  return headers.map((value) => value.replace(/^application\/rss\+xml/, "application/xml"))
}

/** There are as many headers as there are browsers; each is read once. */
const codings = new LRUCache<string, Coding>({ max: 100 })

function chooseCoding(header = "") {
  const known = codings.get(header)
  if (known) return known
  const accepted = new Negotiator({ headers: { "accept-encoding": header } }).encodings(["br", "gzip"])
  const coding = (["br", "gzip"] as const).find((one) => accepted.includes(one)) ?? "identity"
  codings.set(header, coding)
  return coding
}
