import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { PERSONAL_COOKIES } from "#app/http/personal-cookies.ts"
import type { PageAddress, PageCache } from "./page-cache.ts"
import { type Coding, inCoding, type PackedPage } from "./packed-page.ts"

/**
 * Answers from the page cache what everybody gets alike, and leaves all else to the application. It works on Node's own
 * requests: building the web's `Request` and `Response` takes several times as long as sending a kept page.
 *
 * @param findAddress the page that an address shows, if it may be kept
 */
export function serveCachedPages(
  application: RequestListener,
  cache: PageCache,
  findAddress: (url: string) => PageAddress | undefined,
): RequestListener {
  return (request, response) => {
    if (!isAnonymousRead(request)) return application(request, response)
    const url = request.url ?? "/"
    // Most addresses are spelled as their page is kept.
    const page = cache.find(url)
    if (page) return send(request, response, page)
    const address = findAddress(url)
    if (!address) return application(request, response)
    cache.get(address).then(
      (found) => send(request, response, found),
      () => application(request, response),
    )
  }
}

function isAnonymousRead({ method, headers }: IncomingMessage) {
  if (method !== "GET" && method !== "HEAD") return false
  const { cookie } = headers
  return cookie === undefined || !PERSONAL_COOKIES.some((name) => cookie.includes(`${name}=`))
}

function send({ method, headers }: IncomingMessage, response: ServerResponse, page: PackedPage) {
  const known = headers["if-none-match"]
  if (known !== undefined && page.mayBeKept && isKnown(known, page.etag)) {
    response.writeHead(304, page.headers)
    response.end()
    return
  }
  const coded = inCoding(page, chooseCoding(headers["accept-encoding"]))
  response.writeHead(page.status, coded.headers)
  response.end(method === "HEAD" ? undefined : coded.body)
}

/** `If-None-Match` (RFC 9110, section 13.1.2), compared weakly: a page has one tag in all its codings. */
function isKnown(header: string, etag: string) {
  return header.split(",").some((tag) => tag.trim() === "*" || `W/${tag.trim().replace(/^W\//, "")}` === etag)
}

function chooseCoding(header = ""): Coding {
  if (accepts(header, "br")) return "br"
  return accepts(header, "gzip") ? "gzip" : "identity"
}

/** `Accept-Encoding`, as far as browsers use it: a coding is named, and not with a weight of zero. */
function accepts(header: string, coding: string) {
  const start = header.indexOf(coding)
  return start >= 0 && !/^[^,]*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(start))
}
