import type { ByteRange } from "./store/media-store.server.ts"
import { readRanges } from "./ranges.ts"

type Representation = { etag: string; modifiedAt: Date; size: number }
type Answer = { status: 200 | 304 | 412 | 416 } | { status: 206; ranges: ByteRange[] }

/** What to answer a request for a file that is there: RFC 9110, 13.2.2, in its order. */
export function answerConditions(method: string, headers: Headers, file: Representation): Answer {
  const isRead = method === "GET" || method === "HEAD"
  const modified = Math.floor(file.modifiedAt.getTime() / 1000)
  const seconds = (name: string) => readDate(headers.get(name))

  const match = headers.get("if-match")
  if (match !== null) {
    if (!isListed(match, file.etag)) return { status: 412 }
  } else {
    const unmodifiedSince = seconds("if-unmodified-since")
    if (unmodifiedSince !== undefined && modified > unmodifiedSince) return { status: 412 }
  }

  const noneMatch = headers.get("if-none-match")
  if (noneMatch !== null) {
    // Weakly: what is the same byte for byte is so, too.
    if (isListed(noneMatch.replaceAll(/W\//g, ""), file.etag)) return { status: isRead ? 304 : 412 }
  } else {
    const modifiedSince = seconds("if-modified-since")
    if (isRead && modifiedSince !== undefined && modified <= modifiedSince) return { status: 304 }
  }

  const range = headers.get("range")
  if (method !== "GET" || range === null || !isSame(headers.get("if-range"), file)) return { status: 200 }
  const ranges = readRanges(range, file.size)
  if (!ranges) return { status: 200 }
  return ranges.length === 0 ? { status: 416 } : { status: 206, ranges }
}

/** Is a part of the file still a part of what the client has (13.1.5)? By a strong tag, or by exactly its date. */
function isSame(ifRange: string | null, { etag, modifiedAt }: Representation) {
  if (ifRange === null) return true
  const value = ifRange.trim()
  return value.startsWith('"') ? value === etag : readDate(value) === Math.floor(modifiedAt.getTime() / 1000)
}

function isListed(header: string, etag: string) {
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim() === etag)
}

const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

/** In seconds; undefined for what is no date as HTTP writes it, which is then ignored. */
function readDate(header: string | null) {
  const text = header?.trim() ?? ""
  const time = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time / 1000
}
