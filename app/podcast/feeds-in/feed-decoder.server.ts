import { FeedError } from "./feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "./feed-limits.ts"
import { describeForeignFile } from "./foreign-files.ts"
import { createLenientUtf8Decoder } from "./lenient-utf8.ts"

type Decoder = Pick<TextDecoder, "decode">

/**
 * Bytes to text, in pieces of at most 64 kB. The encoding is that of the byte-order mark, else of the XML declaration,
 * else `httpCharset`, else UTF-8 (RFC 7303, 3); what is no UTF-8 in it is read as Windows-1252. Throws a FeedError for an
 * unknown encoding, too many bytes, or a file that is something else.
 */
export async function* decodeFeed(source: AsyncIterable<Uint8Array>, httpCharset: string | undefined) {
  let decoder: Decoder | undefined
  let head: Uint8Array = new Uint8Array()
  let total = 0
  for await (const chunk of source) {
    total += chunk.length
    if (total > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
    if (decoder) yield* decodeSlices(decoder, chunk)
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) continue
      decoder = createDecoder(head, httpCharset)
      yield* decodeSlices(decoder, head)
    }
  }
  if (!decoder) {
    decoder = createDecoder(head, httpCharset)
    yield* decodeSlices(decoder, head)
  }
  yield decoder.decode()
}

function* decodeSlices(decoder: Decoder, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES)
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true })
}

function createDecoder(head: Uint8Array, httpCharset: string | undefined): Decoder {
  const foreign = describeForeignFile(head)
  if (foreign) throw new FeedError(foreign)
  const label = encodingOf(head.subarray(0, HEAD_BYTES), httpCharset)
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding === "utf-8" ? createLenientUtf8Decoder() : decoder
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FeedError(`L'encodage de ce flux est inconnu : « ${label.slice(0, 40)} ».`)
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
