import { randomUUID } from "node:crypto"
import type { Readable } from "node:stream"
import type { Context, Hono } from "hono"
import { findViewer } from "#app/accounts/auth/viewer.server.ts"
import { findListener, mayHear } from "#app/audience/supporters/feed/supporter-keys.server.ts"
import { noteNetwork } from "#app/audience/supporters/feed/supporter-networks.server.ts"
import { ALL_MEDIA, CACHE_TAG, mediumTag } from "#app/kit/http/cache-tags.ts"
import { SHOWN_ANYWHERE } from "#app/kit/http/open-to-apps.ts"
import { SESSION_COOKIE } from "#app/kit/http/personal-cookies.ts"
import { can } from "#app/kit/lib/rights.ts"
import { SOUNDS_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { findServedFile, type ServedFile } from "#app/media/served-file.server.ts"
import { type ByteRange, MissingFileError } from "#app/media/store/media-store.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { answerConditions } from "#app/media/conditions.ts"
import { clientAddress } from "../client-address.ts"
import { tellSent, tellSentOn } from "./tell-delivery.ts"

const ADDRESS = "/media/:key/:name"
const SUPPORTERS_ADDRESS = `${SOUNDS_PATH}:who/:key/:name`
/** As long as nobody would wait. In seconds. */
const RETRY_AFTER = "5"
/** Signed addresses last longer. */
const REDIRECT_CACHE = "public, max-age=3600"

/**
 * The library's files, to anybody, but for sounds that are for supporters: these are the team's here, and have addresses of each supporter's own. `GET`, `HEAD` and `OPTIONS` of `/media/{key}/{name}`, with ranges as RFC 9110 has them.
 *
 * @param isShared shared caches in front purge by tags: a medium that is deleted leaves them, too
 */
export function serveMedia(app: Hono, trustedProxies = 0, isShared = false) {
  for (const address of [ADDRESS, SUPPORTERS_ADDRESS])
    app.options(address, (c) => c.body(null, 204, PREFLIGHT_HEADERS))
  app.on(["GET", "HEAD"], ADDRESS, async (c) => {
    const { key, name } = c.req.param()
    const file = await findServedFile(key, name)
    if (!file || (file.isReserved && !(await isOfTeam(c)))) return missing(c)
    if (isShared) c.header(CACHE_TAG, `${ALL_MEDIA},${mediumTag(key)}`)
    return answer(c, file, trustedProxies)
  })
  app.on(["GET", "HEAD"], SUPPORTERS_ADDRESS, async (c) => {
    const { who, key, name } = c.req.param()
    const listener = await findListener(who, key)
    const file = listener && (await findServedFile(key, name))
    if (!file || (file.isReserved && !(await mayHear(key, listener.rank)))) return missing(c)
    await noteNetwork(listener.id, clientAddress(c, trustedProxies))
    return answer(c, { ...file, isReserved: true }, trustedProxies)
  })
}

async function isOfTeam(c: Context) {
  if (!c.req.header("cookie")?.includes(SESSION_COOKIE)) return false
  const { viewer } = await findViewer(c.req.raw.headers)
  return viewer !== null && can(viewer, "writing")
}

async function answer(c: Context, file: ServedFile, trustedProxies: number) {
  const { method, raw } = c.req
  const representation = { etag: etagOf(file), modifiedAt: file.createdAt, size: file.bytes }
  const result = answerConditions(method, raw.headers, representation)
  const headers: Record<string, string> = fileHeaders(file)
  if (result.status === 304) return c.body(null, 304, headers)
  if (result.status === 412) return c.body(null, 412, { ...OPEN_HEADERS, "Cache-Control": "no-store" })
  if (result.status === 416) {
    const range = { "Content-Range": `bytes */${file.bytes}`, "Cache-Control": "no-store" }
    return c.text("Cette partie du fichier n’existe pas.", 416, { ...headers, ...range })
  }
  headers["Content-Disposition"] = contentDisposition(file)
  headers["Content-Type"] = file.type
  if (method === "HEAD") return c.body(null, 200, { ...headers, "Content-Length": String(file.bytes) })
  try {
    const elsewhere = await getStore().signedAddress(file.path, {
      type: file.type,
      // Servers sign the marks of its extended form in several ways.
      disposition: headers["Content-Disposition"].replace(/; filename\*=.*/, ""),
    })
    const ranges = result.status === 206 ? result.ranges : []
    if (!elsewhere) return await send(c, file, headers, ranges, trustedProxies)
    tellSentOn(c, file, ranges, trustedProxies)
    return c.body(null, 302, {
      ...OPEN_HEADERS,
      Location: elsewhere,
      "Cache-Control": file.isReserved ? PRIVATE : REDIRECT_CACHE,
    })
  } catch (error) {
    return failed(c, error)
  }
}

async function send(
  c: Context,
  file: ServedFile,
  headers: Record<string, string>,
  ranges: ByteRange[],
  trustedProxies: number,
) {
  const whole = { bytes: file.bytes, open: () => getStore().read(file.path) }
  const part = (range: ByteRange) => ({
    bytes: range.end - range.start + 1,
    open: () => getStore().read(file.path, range),
  })
  const [range] = ranges
  if (!range) {
    const body = await openBody(c, [whole])
    tellSent(c, file, [{ start: 0, end: file.bytes - 1, after: 0 }], trustedProxies)
    return c.body(body, 200, { ...headers, "Content-Length": String(file.bytes) })
  }
  if (ranges.length === 1) {
    const { start, end } = range
    const body = await openBody(c, [part(range)])
    tellSent(c, file, [{ ...range, after: 0 }], trustedProxies)
    return c.body(body, 206, {
      ...headers,
      "Content-Range": `bytes ${start}-${end}/${file.bytes}`,
      "Content-Length": String(end - start + 1),
    })
  }
  const { boundary, heads, tail, length } = multipartRanges(ranges, file.type, file.bytes)
  const parts = ranges.flatMap((one, index) => [heads[index] ?? "", part(one)])
  const body = await openBody(c, [...parts, tail])
  const sent = ranges.map((one, index) => ({ ...one, after: Buffer.byteLength(heads[index] ?? "") }))
  tellSent(c, file, sent, trustedProxies)
  return c.body(body, 206, {
    ...headers,
    "Content-Type": `multipart/byteranges; boundary=${boundary}`,
    "Content-Length": String(length),
  })
}

function missing(c: Context) {
  return c.text("Ce fichier n’existe pas, ou pas encore.", 404, {
    ...OPEN_HEADERS,
    "Cache-Control": "no-store",
  })
}

/** A file that is away for good is a failure of ours, too: its row says that it is there. */
function failed(c: Context, error: unknown) {
  log.error(error, "a file of the media library could not be read")
  if (error instanceof MissingFileError) return missing(c)
  const headers = { ...OPEN_HEADERS, "Cache-Control": "no-store", "Retry-After": RETRY_AFTER }
  return c.text(
    "Ce fichier ne peut pas être lu pour l’instant. Réessayez dans quelques secondes.",
    503,
    headers,
  )
}

/** Several ranges as one body (RFC 9110, 14.6). @returns its boundary, what stands before each range and at the end, and its length */
function multipartRanges(ranges: ByteRange[], type: string, size: number) {
  const boundary = randomUUID()
  const heads = ranges.map(
    ({ start, end }) =>
      `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${start}-${end}/${size}\r\n\r\n`,
  )
  const tail = `\r\n--${boundary}--\r\n`
  const texts = [...heads, tail].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const length = ranges.reduce((sum, { start, end }) => sum + end - start + 1, texts)
  return { boundary, heads, tail, length }
}

/** A text between files, or the next part of one: how long it must be, and how to open it. */
type Part = string | { bytes: number; open: () => Promise<Readable> }

/**
 * The parts one after the other, read only as fast as the client takes them. When it leaves, what is open is closed. A part of
 * another length than its row and the head of the answer say breaks the connection off: the client would take what follows
 * for the next answer.
 *
 * @throws what opening the first part does, while the answer can still be another one
 */
async function openBody(c: Context, parts: Part[]) {
  const left = [...parts]
  let open: Readable | undefined
  let chunks: AsyncIterator<Uint8Array> | undefined
  let missing = 0
  let isGone = false

  async function openNext(part: Exclude<Part, string>) {
    open = await part.open()
    // What fails after the client left is nobody's business.
    open.on("error", () => {})
    if (isGone) open.destroy()
    chunks = open[Symbol.asyncIterator]()
    missing = part.bytes
  }

  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (chunks) {
        const { value, done } = await chunks.next()
        missing -= done ? 0 : value.length
        if (missing < 0 || (done && missing > 0)) throw new Error("it is not as long as its row says")
        if (!done) return value
        chunks = undefined
      }
      const part = left.shift()
      if (part === undefined) return undefined
      if (typeof part === "string") return new TextEncoder().encode(part)
      await openNext(part)
    }
  }

  const [first] = left
  if (typeof first === "object") {
    left.shift()
    await openNext(first)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await next()
          if (isGone) return
          if (chunk) controller.enqueue(chunk)
          else controller.close()
        } catch (error) {
          if (isGone) return
          log.error(error, "a file of the media library broke off while it was sent")
          // The stream's own failure would be written to the client as text. With its connection the stream is cancelled.
          c.env.outgoing.destroy()
        }
      },
      cancel() {
        isGone = true
        open?.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The address holds these bytes for ever: what replaces a medium has an address of its own. */
const ONE_YEAR = "public, max-age=31536000, immutable"
const PRIVATE = "private, no-store"
const EXPOSED = "Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Last-Modified"

/** Whatever answers: other sites' players and readers may read it, and as a page of its own it runs nothing. */
const OPEN_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  ...SHOWN_ANYWHERE,
  "Content-Security-Policy":
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  "X-Content-Type-Options": "nosniff",
}

const PREFLIGHT_HEADERS = {
  ...OPEN_HEADERS,
  Allow: "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers":
    "Range, If-Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "public, max-age=86400",
}

const etagOf = ({ sha256 }: ServedFile) => `"${sha256}"`

/** What every answer about a file says, a 304 too. */
function fileHeaders(file: ServedFile) {
  return {
    ...OPEN_HEADERS,
    "Accept-Ranges": "bytes",
    "Cache-Control": file.isReserved ? PRIVATE : ONE_YEAR,
    ETag: etagOf(file),
    "Last-Modified": file.createdAt.toUTCString(),
  }
}

/** What is looked at or heard opens where it is; all else is kept as a file. */
function contentDisposition({ kind, title, role, name }: ServedFile) {
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
