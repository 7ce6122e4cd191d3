import type { IncomingMessage, ServerResponse } from "node:http"
import type { Context } from "hono"
import type { Span } from "#app/audience/statistics/byte-ranges.ts"
import { noteDelivery } from "#app/audience/statistics/deliveries.server.ts"
import { isUncounted } from "#app/audience/statistics/uncounted.ts"
import { SESSION_COOKIE } from "#app/kit/http/personal-cookies.ts"
import { SOUNDS_PATH } from "#app/podcast/feed-out/feed-address.ts"
import type { ServedFile } from "#app/media/served-file.server.ts"
import type { ByteRange } from "#app/media/store/media-store.server.ts"
import { clientAddress } from "../client-address.ts"

/** A part of a file as it stands in an answer's body, after so many bytes of something else. */
export type SentPart = ByteRange & { after: number }

/** What some apps ask for to see whether a server knows ranges (PTM 2.3, 1.2.6). */
const MAX_PROBE = 2
const isProbe = ({ start, end }: ByteRange) => end - start < MAX_PROBE

const spanOf = ({ start, end }: ByteRange): Span => [start, end + 1]

/**
 * Tells the statistics what a listener was sent of a sound, once that is over: of an answer that was broken off what was
 * written to the socket.
 */
export function tellSent(c: Context, file: ServedFile, parts: SentPart[], trustedProxies: number) {
  const { incoming, outgoing }: { incoming?: IncomingMessage; outgoing?: ServerResponse } = c.env ?? {}
  if (!incoming || !outgoing || !isCounted(c, file) || parts.every(isProbe)) return
  const told = requestOf(c, trustedProxies)
  const { socket } = incoming
  const before = socket.bytesWritten
  outgoing.once("close", () => {
    const written = outgoing.writableFinished ? Number.POSITIVE_INFINITY : socket.bytesWritten - before
    void noteDelivery({ ...told, sent: cut(parts, written), isUnverified: false })
  })
}

/**
 * The same of a listener who was sent on to a bucket, which alone knows what it sends: what was asked for counts.
 *
 * @param ranges none for the whole file
 */
export function tellSentOn(c: Context, file: ServedFile, ranges: ByteRange[], trustedProxies: number) {
  if (!isCounted(c, file)) return
  const parts = ranges.length > 0 ? ranges : [{ start: 0, end: file.bytes - 1 }]
  const asked = parts.filter((part) => !isProbe(part))
  const told = requestOf(c, trustedProxies)
  void noteDelivery({ ...told, sent: asked.map(spanOf), isUnverified: asked.length === 0 })
}

/** Of an episode's sound, and neither by the team nor by who objects. */
function isCounted(c: Context, { kind, role }: ServedFile) {
  const cookies = c.req.header("cookie") ?? ""
  return kind === "audio" && role === "main" && !isUncounted(cookies) && !cookies.includes(SESSION_COOKIE)
}

function requestOf(c: Context, trustedProxies: number) {
  return {
    key: c.req.param("key") ?? "",
    network: clientAddress(c, trustedProxies),
    userAgent: c.req.header("user-agent") ?? "",
    referrer: c.req.header("referer") ?? "",
    isSupporters: c.req.path.startsWith(SOUNDS_PATH),
    at: new Date(),
  }
}

/** What a body's first bytes hold of a file. */
function cut(parts: SentPart[], written: number) {
  let left = written
  return parts.flatMap((part): Span[] => {
    const { start, end, after } = part
    const taken = Math.min(end - start + 1, Math.max(0, left - after))
    left -= after + end - start + 1
    return taken > 0 && !isProbe(part) ? [[start, start + taken]] : []
  })
}
