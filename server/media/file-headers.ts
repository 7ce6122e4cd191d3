import { SHOWN_ANYWHERE } from "#app/kit/http/open-to-apps.ts"
import type { ServedFile } from "#app/media/served-file.server.ts"

/** The address holds these bytes for ever: what replaces a medium has an address of its own. */
const ONE_YEAR = "public, max-age=31536000, immutable"
const EXPOSED = "Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Last-Modified"

/** Whatever answers: other sites' players and readers may read it, and as a page of its own it runs nothing. */
export const OPEN_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  ...SHOWN_ANYWHERE,
  "Content-Security-Policy":
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  "X-Content-Type-Options": "nosniff",
}

export const PREFLIGHT_HEADERS = {
  ...OPEN_HEADERS,
  Allow: "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers":
    "Range, If-Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "public, max-age=86400",
}

export const etagOf = ({ sha256 }: ServedFile) => `"${sha256}"`

/** What every answer about a file says, a 304 too. */
export function fileHeaders(file: ServedFile) {
  return {
    ...OPEN_HEADERS,
    "Accept-Ranges": "bytes",
    "Cache-Control": ONE_YEAR,
    ETag: etagOf(file),
    "Last-Modified": file.createdAt.toUTCString(),
  }
}

/** What is looked at or heard opens where it is; all else is kept as a file. */
export function contentDisposition({ kind, title, role, name }: ServedFile) {
  const way = kind === "document" || kind === "text" ? "attachment" : "inline"
  const stem = title.replace(/\.\w{1,5}$/, "")
  const extension = /\.\w{1,5}$/.exec(name)?.[0] ?? ""
  const readable = (role === "variant" ? `${stem}-${name}` : stem + extension).replaceAll(
    /[\p{C}"\\/]/gu,
    "_",
  )
  const ascii = readable
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^ -~]/g, "_")
    .replaceAll("%", "_")
  return `${way}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(readable)}`
}

/** RFC 8187. */
function encodeExtended(text: string) {
  const escape = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(text).replaceAll(/['()*]/g, escape)
}
