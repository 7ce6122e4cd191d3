import { isUtf8 } from "node:buffer"

/**
 * Decodes UTF-8 piece by piece; bytes that are none are read as Windows-1252, which is what feeds that wrongly call
 * themselves UTF-8 are written in, wholly or in parts.
 */
export function createLenientUtf8Decoder() {
  let begun = Buffer.alloc(0)
  let isFirst = true

  return {
    decode(bytes: Uint8Array = new Uint8Array(), { stream = false } = {}) {
      const all = Buffer.concat([begun, bytes])
      const end = stream ? all.length - unfinishedBytes(all) : all.length
      begun = all.subarray(end)
      const text = toText(all.subarray(0, end))
      if (text === "" || !isFirst) return text
      isFirst = false
      return text.replace(/^\ufeff/, "")
    },
  }
}

function toText(bytes: Buffer) {
  if (isUtf8(bytes)) return bytes.toString()
  const pieces: string[] = []
  let good = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes[at] ?? 0)
    if (length === 1 || isUtf8Sequence(bytes.subarray(at, at + length), length)) at += length
    else {
      pieces.push(bytes.toString("utf8", good, at), WINDOWS_1252.decode(bytes.subarray(at, at + 1)))
      at += 1
      good = at
    }
  }
  pieces.push(bytes.toString("utf8", good))
  return pieces.join("")
}

function isUtf8Sequence(bytes: Buffer, length: number) {
  return length > 0 && bytes.length === length && isUtf8(bytes)
}

/** How many bytes at the end begin a character that the next piece may complete. */
function unfinishedBytes(bytes: Buffer) {
  for (let count = 1; count <= 3 && count <= bytes.length; count += 1) {
    const byte = bytes[bytes.length - count] ?? 0
    if ((byte & 0xc0) !== 0x80) return sequenceLength(byte) > count ? count : 0
  }
  return 0
}

/** By the first byte of a character; 0 where none can begin. */
function sequenceLength(byte: number) {
  if (byte < 0x80) return 1
  if (byte < 0xc2 || byte > 0xf4) return 0
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

const WINDOWS_1252 = new TextDecoder("windows-1252")
