import { type Bytes, pieces } from "./bytes.ts"
import { refuseHidden } from "./foreign.ts"
import type { Recognised, Recogniser } from "./recognised.ts"
import { refuse } from "./refused.ts"

const ascii = (data: Buffer, from: number, to: number) => data.toString("latin1", from, to)

export const recogniseJpeg: Recogniser = async (bytes, head) => {
  if (head.length < 3 || head.readUIntBE(0, 3) !== 0xff_d8_ff) return undefined
  let size: { width: number; height: number } | undefined
  for (let at = 2; ;) {
    const segment = await bytes.read(at, 10)
    if (segment.length < 2) refuse("cut")
    if (segment[0] !== 0xff) refuse("damaged")
    const marker = segment[1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) {
      if (!size) refuse("damaged")
      await refuseHidden(bytes, at + 2, { isMadeAnew: true })
      return { kind: "image", type: "image/jpeg", ...size }
    }
    if (segment.length < 4) refuse("cut")
    const length = segment.readUInt16BE(2)
    if (length < 2) refuse("damaged")
    if (isFrame(marker)) {
      if (segment.length < 9) refuse("cut")
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    }
    at += 2 + length
    if (marker === 0xda) at = await endOfScan(bytes, at)
  }
}

/** Start of frame, with the size; in the same range are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Where the compressed part of a picture ends: at the first marker that is none of its own. */
async function endOfScan(bytes: Bytes, from: number) {
  let isAfterFF = false
  for await (const { at, piece } of pieces(bytes, from)) {
    let i = 0
    while (i < piece.length) {
      if (isAfterFF) {
        const byte: number = piece[i] ?? 0
        isAfterFF = byte === 0xff
        if (byte !== 0 && byte !== 0xff && (byte < 0xd0 || byte > 0xd7)) return at + i - 1
        i += 1
      } else {
        const next: number = piece.indexOf(0xff, i)
        isAfterFF = next >= 0
        i = isAfterFF ? next + 1 : piece.length
      }
    }
  }
  return refuse("cut")
}

export const recognisePng: Recogniser = async (bytes, head) => {
  if (ascii(head, 0, 8) !== "\x89PNG\r\n\x1a\n") return undefined
  if (head.length < 24 || ascii(head, 12, 16) !== "IHDR") refuse("damaged")
  const size = { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  let hasPixels = false
  for (let at = 8; ;) {
    const chunk = await bytes.read(at, 8)
    if (chunk.length < 8) refuse("cut")
    const name = ascii(chunk, 4, 8)
    at += 12 + chunk.readUInt32BE(0)
    if (at > bytes.size) refuse("cut")
    hasPixels ||= name === "IDAT"
    if (name !== "IEND") continue
    if (!hasPixels) refuse("damaged")
    await refuseHidden(bytes, at, { isMadeAnew: true })
    return { kind: "image", type: "image/png", ...size }
  }
}

export const recogniseGif: Recogniser = async (bytes, head) => {
  if (!/^GIF8[79]a$/.test(ascii(head, 0, 6))) return undefined
  if (head.length < 13) refuse("cut")
  const size = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  for (let at = 13 + tableBytes(head[10] ?? 0); ;) {
    const block = await bytes.read(at, 10)
    if (block.length === 0) refuse("cut")
    if (block[0] === 0x3b) {
      await refuseHidden(bytes, at + 1, { isMadeAnew: true })
      return { kind: "image", type: "image/gif", ...size }
    }
    if (block[0] === 0x21) at = await endOfSubBlocks(bytes, at + 2)
    else if (block[0] === 0x2c && block.length === 10)
      at = await endOfSubBlocks(bytes, at + 11 + tableBytes(block[9] ?? 0))
    else refuse(block.length < 10 ? "cut" : "damaged")
  }
}

/** How long a table of colours is, by the flags before it. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

async function endOfSubBlocks(bytes: Bytes, from: number) {
  for (let at = from; ;) {
    const [length] = await bytes.read(at, 1)
    if (length === undefined) refuse("cut")
    at += 1 + length
    if (length === 0) return at
  }
}

export const recogniseWebp: Recogniser = async (bytes, head) => {
  if (ascii(head, 0, 4) !== "RIFF" || ascii(head, 8, 12) !== "WEBP") return undefined
  const end = 8 + head.readUInt32LE(4)
  if (end > bytes.size || head.length < 30) refuse("cut")
  await refuseHidden(bytes, end, { isMadeAnew: true })
  return { kind: "image", type: "image/webp", ...webpSize(head) } satisfies Recognised
}

/** By its first chunk: extended, lossless or lossy. */
function webpSize(head: Buffer) {
  const first = ascii(head, 12, 16)
  if (first === "VP8X") return { width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) }
  if (first === "VP8L") {
    const bits = head.readUInt32LE(21)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  if (first === "VP8 ")
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  return refuse("damaged")
}
