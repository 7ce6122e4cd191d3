import { randomUUID } from "node:crypto"
import type { ByteRange } from "#app/media/store/media-store.server.ts"

/** Several ranges as one body (RFC 9110, 14.6). @returns its boundary, what stands before each range and at the end, and its length */
export function multipartRanges(ranges: ByteRange[], type: string, size: number) {
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
