import type { Bytes } from "./bytes.ts"
import type { Recognised, Recogniser } from "./recognised.ts"
import { refuse } from "./refused.ts"

const AVIF = /avif|avis/
const HEIC = /hei[cxms]|hev[cxms]/
const MP4 = /^(?:isom|iso\d|mp4[12]|mp71|avc1|dash|M4[ABVP] |mmp4|3gp\d|f4v |MSNV|cmf[cs])$/
const SOUND_ONLY = /^M4[AB] /
/** More of these than any honest file has. */
const MAX_META = 1_000_000

/** Pictures, sounds and films in boxes (ISO 14496-12): AVIF, HEIC, M4A and MP4. */
export const recogniseBoxes: Recogniser = async (bytes, head) => {
  if (head.toString("latin1", 4, 8) !== "ftyp" || head.length < 16) return undefined
  const brands = head.toString("latin1", 8, Math.min(head.readUInt32BE(0), 256))
  const major = brands.slice(0, 4)
  if (major === "qt  ") return quickTime(bytes)
  if (AVIF.test(brands)) return picture(bytes, "image/avif")
  if (HEIC.test(brands)) return picture(bytes, "image/heic")
  const isKnown = [0, ...Array.from({ length: 16 }, (_, n) => 8 + 4 * n)].some((at) =>
    MP4.test(brands.slice(at, at + 4)),
  )
  return isKnown ? recording(bytes, SOUND_ONLY.test(major)) : undefined
}

/** As cameras make it, the same as MP4 but for its name: where browsers play what is in it. */
async function quickTime(bytes: Bytes) {
  for (const format of await formatsOf(bytes)) if (!PLAYED.includes(format)) refuse("quickTime")
  return recording(bytes, false)
}

const PLAYED = ["avc1", "mp4a"]

/** How the samples of each sound and film are encoded, in four letters. */
async function formatsOf(bytes: Bytes) {
  const formats: string[] = []
  const mdias = await inside(bytes, undefined, ["moov", "trak", "mdia"])
  for (const mdia of mdias) {
    const [handler] = await inside(bytes, mdia, ["hdlr"])
    const kind = handler && (await bytes.read(handler.from + 8, 4)).toString("latin1")
    if (kind !== "vide" && kind !== "soun") continue
    for (const { from } of await inside(bytes, mdia, ["minf", "stbl", "stsd"]))
      formats.push((await bytes.read(from + 12, 4)).toString("latin1"))
  }
  return formats
}

/** The boxes at the end of a path of names. */
async function inside(bytes: Bytes, box: Box | undefined, [name, ...rest]: string[]): Promise<Box[]> {
  const found: Box[] = []
  for await (const part of boxes(bytes, box)) if (part.name === name) found.push(part)
  if (rest.length === 0) return found
  return (await Promise.all(found.map((part) => inside(bytes, part, rest)))).flat()
}

async function picture(bytes: Bytes, type: "image/avif" | "image/heic"): Promise<Recognised> {
  let size = { width: 0, height: 0 }
  for await (const box of boxes(bytes)) {
    if (box.name !== "meta") continue
    if (box.end - box.from > MAX_META) refuse("damaged")
    const meta = await bytes.read(box.from, box.end - box.from)
    // The size of each of its pictures: the largest is the picture, or the sum of its tiles.
    for (let at = meta.indexOf("ispe"); at >= 0; at = meta.indexOf("ispe", at + 4)) {
      if (at + 16 > meta.length) break
      const [width, height] = [meta.readUInt32BE(at + 8), meta.readUInt32BE(at + 12)]
      if (width * height > size.width * size.height) size = { width, height }
    }
  }
  return { kind: "image", type, ...size }
}

async function recording(bytes: Bytes, isSoundOnly: boolean): Promise<Recognised> {
  const found = { hasSound: false, hasData: false, width: 0, height: 0, durationMs: 0 }
  for await (const box of boxes(bytes)) {
    found.hasData ||= box.name === "mdat"
    if (box.name !== "moov") continue
    for await (const part of boxes(bytes, box)) {
      if (part.name === "mvhd") found.durationMs = await durationOf(bytes, part)
      if (part.name === "trak") await lookAtTrack(bytes, part, found)
    }
  }
  const { hasSound, hasData, durationMs, width, height } = found
  if (!hasData || (!hasSound && width === 0)) refuse("damaged")
  const length = durationMs > 0 && { durationMs }
  // A sound's pictures of chapters are a film to its box.
  if (isSoundOnly || width === 0) return { kind: "audio", type: "audio/mp4", ...length }
  return { kind: "video", type: "video/mp4", width, height, ...length }
}

async function durationOf(bytes: Bytes, { from }: Box) {
  const data = await bytes.read(from, 36)
  if (data.length < 36) refuse("damaged")
  const isLong = data[0] === 1
  const scale = data.readUInt32BE(isLong ? 20 : 12)
  const units = isLong ? Number(data.readBigUInt64BE(24)) : data.readUInt32BE(16)
  const isKnown = scale > 0 && units < (isLong ? 2 ** 63 : 0xffff_ffff)
  return isKnown ? Math.round((units / scale) * 1000) : 0
}

type Found = { hasSound: boolean; width: number; height: number }

async function lookAtTrack(bytes: Bytes, track: Box, found: Found) {
  let size = { width: 0, height: 0 }
  let handler = ""
  for await (const part of boxes(bytes, track)) {
    if (part.name === "tkhd") {
      const data = await bytes.read(part.end - 8, 8)
      if (data.length === 8) size = { width: data.readUInt16BE(0), height: data.readUInt16BE(4) }
    }
    if (part.name !== "mdia") continue
    for await (const { name, from } of boxes(bytes, part)) {
      if (name === "hdlr") handler = (await bytes.read(from + 8, 4)).toString("latin1")
    }
  }
  found.hasSound ||= handler === "soun"
  if (handler === "vide" && size.width * size.height > found.width * found.height) Object.assign(found, size)
}

/** A box of ISO 14496-12: where its content begins, and ends. */
type Box = { name: string; from: number; end: number }

/** A hostile file may consist of nothing but heads of boxes. */
const MAX_BOXES = 100_000

/** The boxes of a file, or of a box, in their order. @throws RefusedFileError when one goes on behind the end */
async function* boxes(bytes: Bytes, within: Pick<Box, "from" | "end"> = { from: 0, end: bytes.size }) {
  let count = 0
  for (let at = within.from; at < within.end; count += 1) {
    // Some programs end a box with four empty bytes.
    if (within.end - at < 8 && within.end < bytes.size) return
    const head = await bytes.read(at, 16)
    if (head.length < 8) refuse("cut")
    const name = head.toString("latin1", 4, 8)
    let length = head.readUInt32BE(0)
    let from = at + 8
    if (length === 1) {
      if (head.length < 16) refuse("cut")
      length = Number(head.readBigUInt64BE(8))
      from = at + 16
    } else if (length === 0) length = within.end - at
    if (at + length > within.end) refuse("cut")
    if (at + length < from || !/^[\x20-\x7e\xa9]{4}$/.test(name) || count > MAX_BOXES) refuse("damaged")
    yield { name, from, end: at + length }
    at += length
  }
}
