import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { Readable } from "node:stream"
import zlib, { constants, createGunzip, gunzipSync } from "node:zlib"
import { CACHE_TAG, cacheTags } from "#app/kit/http/cache-tags.ts"
import { DATA_TYPE } from "#app/kit/http/page-data.ts"
import type { PageData } from "#app/kit/http/rendered-page.server.ts"

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** What a browser may be answered in. */
export type Coding = "br" | "gzip" | "identity"

/** A whole response, ready to be sent again and again. */
export type EncodedPage = Awaited<ReturnType<typeof encode>> & {
  /** What the page was drawn with, for who does more than read it, and how the page names it. */
  data?: EncodedPage
  dataName?: string
  /** The pattern of its route. */
  route?: string
}

/**
 * For shared caches in front of the site, which no purge reaches: a minute. Browsers ask each time, and mostly hear that
 * nothing changed; `stale-while-revalidate` would have Firefox show who comes back what was there before their comment.
 */
const PUBLIC = "public, max-age=0, s-maxage=60"
/** For one that is told of changes (app/site/cdn): as long as the page cache may show a page without a change. */
const PURGED = "public, max-age=0, s-maxage=600"
/** They belong to one answer, not to the page. */
const PER_RESPONSE = new Set([
  "x-request-id",
  "server-timing",
  "content-length",
  "cache-control",
  "vary",
  CACHE_TAG,
])
/**
 * Best, for text of this size, at a few milliseconds; the next levels take many times as long. A window of 256 kB holds
 * any page; the default one takes megabytes for each page that is compressed.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 18 } }
/** An entry's headers and bookkeeping, roughly. */
const OVERHEAD = 2_000

/** A response as it is rendered, and the data of a page that does not hold them itself. */
export type Rendered = { response: Response; data?: PageData }

type Sharing = {
  /** Whether something made it stale meanwhile: nobody is to keep it then. */
  isOutdated?: () => boolean
  /** By which shared caches purge it, where they are told. */
  tags?: string[]
}

/** Reads what is rendered (not compressed) and compresses it in both ways, off the main thread. */
export async function encodePage({ response, data }: Rendered, sharing: Sharing = {}): Promise<EncodedPage> {
  const body = Buffer.from(await response.arrayBuffer())
  if (!data) return encode(response, body, sharing)
  const [page, dataPage] = await Promise.all([
    encode(response, body, sharing),
    encode(new Response(null, { headers: OF_DATA }), Buffer.from(data.text), sharing),
  ])
  return { ...page, data: dataPage, dataName: data.name }
}

const OF_DATA = {
  "Content-Type": `${DATA_TYPE}; charset=utf-8`,
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
}

function isKept({ status, headers }: Response) {
  return [200, 301].includes(status) && !headers.has("set-cookie")
}

async function encode(
  response: Response,
  body: Buffer<ArrayBuffer>,
  { isOutdated = () => false, tags }: Sharing,
) {
  const [br, gzipped] = await Promise.all([brotli(body, BROTLI), gzip(body)])
  const isStale = isOutdated()
  const isCacheable = isKept(response) && !isStale
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  const headers = [...response.headers].filter(([name]) => !PER_RESPONSE.has(name)).flat()
  // What is a feed to apps is none to a browser's window (cached-pages.ts).
  const isFeed = response.headers.get("content-type")?.startsWith("application/rss+xml")
  headers.push("vary", `Accept-Encoding, Cookie${isFeed ? ", Sec-Fetch-Dest" : ""}`)
  const own = (!isStale && response.headers.get("cache-control")) || "no-store"
  const shared = tags ? PURGED : PUBLIC
  headers.push("cache-control", isCacheable ? shared : own)
  if (isCacheable) headers.push("etag", etag)
  if (isCacheable && tags) headers.push(CACHE_TAG, cacheTags(tags))
  // As strings of their bytes: what is small, Node then sends in one piece with the head, and a buffer as a second one.
  const coded = {
    br: withLength(headers, br.toString("latin1"), "br"),
    gzip: withLength(headers, gzipped.toString("latin1"), "gzip"),
  }
  const lastModified = response.headers.get("last-modified") ?? undefined
  return { status: response.status, isCacheable, etag, lastModified, headers, coded, length: body.length }
}

/** The page as it was rendered. */
export function unpack({ headers, coded }: EncodedPage) {
  return withLength(headers, gunzipSync(Buffer.from(coded.gzip.body, "latin1")))
}

/** What would hold everybody up for long if it were unpacked at once, such as the feed of many years. In bytes. */
const MAX_AT_ONCE = 2_000_000

/** The page as it was rendered, piece by piece where it is long; undefined where `unpack` may be used. */
export function unpackInPieces({ headers, coded, length }: EncodedPage) {
  if (length <= MAX_AT_ONCE) return undefined
  return {
    headers: [...headers, "content-length", String(length)],
    open: () => Readable.from([Buffer.from(coded.gzip.body, "latin1")]).pipe(createGunzip()),
  }
}

/** In bytes. */
export function sizeOf({ coded, data }: EncodedPage): number {
  return coded.br.body.length + coded.gzip.body.length + OVERHEAD + (data ? sizeOf(data) : 0)
}

function withLength<Body extends string | Buffer>(headers: string[], body: Body, coding?: Coding) {
  const ofBody = ["content-length", String(body.length)]
  if (coding) ofBody.push("content-encoding", coding)
  return { headers: [...headers, ...ofBody], body }
}
