import { FeedError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import { describeForeignFile } from "./foreign-files.ts"
import { createLenientUtf8Decoder } from "./lenient-utf8.ts"

type Decoder = Pick<TextDecoder, "decode">

/** What is refused of a document, each in an error of whoever reads it. */
export type Refusals = {
  maxBytes: number
  tooLarge: () => Error
  /** Of a file that is something else, by its first bytes. */
  foreign: (head: Uint8Array) => Error | undefined
  unknownEncoding: (label: string) => Error
}

/** A feed's bytes as text (decodeXml). Throws a FeedError. */
export const decodeFeed = (source: AsyncIterable<Uint8Array>, httpCharset: string | undefined) =>
  decodeXml(source, httpCharset, FEED_REFUSALS)

/**
 * Bytes to text, in pieces of at most 64 kB. The encoding is that of the byte-order mark, else of the XML declaration,
 * else `httpCharset`, else UTF-8 (RFC 7303, 3); what is no UTF-8 in it is read as Windows-1252. Throws what `refusals` say.
 */
export async function* decodeXml(
  source: AsyncIterable<Uint8Array>,
  httpCharset: string | undefined,
  refusals: Refusals,
) {
  let decoder: Decoder | undefined
  let head: Uint8Array = new Uint8Array()
  let total = 0
  for await (const chunk of source) {
    total += chunk.length
    if (total > refusals.maxBytes) throw refusals.tooLarge()
    if (decoder) yield* decodeSlices(decoder, chunk)
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) continue
      decoder = createDecoder(head, httpCharset, refusals)
      yield* decodeSlices(decoder, head)
    }
  }
  if (!decoder) {
    decoder = createDecoder(head, httpCharset, refusals)
    yield* decodeSlices(decoder, head)
  }
  yield decoder.decode()
}

function* decodeSlices(decoder: Decoder, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES)
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true })
}

function createDecoder(head: Uint8Array, httpCharset: string | undefined, refusals: Refusals): Decoder {
  const foreign = refusals.foreign(head)
  if (foreign) throw foreign
  const label = encodingOf(head.subarray(0, HEAD_BYTES), httpCharset)
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding === "utf-8" ? createLenientUtf8Decoder() : decoder
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw refusals.unknownEncoding(label.slice(0, 40))
  }
}

function encodingOf(head: Uint8Array, httpCharset: string | undefined) {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8"
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le"
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be"
  // UTF-16 without its mark still shows by the zero beside the first "<".
  if (head[0] === 0x3c && head[1] === 0) return "utf-16le"
  if (head[0] === 0 && head[1] === 0x3c) return "utf-16be"
  const start = Buffer.from(head).toString("latin1")
  const declared = /<\?xml\s[^<>]*?\bencoding\s*=\s*["']\s*([\w.:-]+)\s*["']/i.exec(start)?.[1]
  const label = declared ?? httpCharset?.trim() ?? "utf-8"
  // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
  return declared && /^(utf-?16|ucs-?2|iso-10646-ucs-2|unicode$)/i.test(label) ? "utf-8" : label || "utf-8"
}

const HEAD_BYTES = 1024
const SLICE_BYTES = 65_536

const FEED_REFUSALS: Refusals = {
  maxBytes: MAX_FEED_BYTES,
  tooLarge: () => new FeedError(TOO_LARGE),
  foreign(head) {
    const foreign = describeForeignFile(head)
    return foreign === undefined ? undefined : new FeedError(foreign)
  },
  unknownEncoding: (label) => new FeedError(`L'encodage de ce flux est inconnu : « ${label} ».`),
}
