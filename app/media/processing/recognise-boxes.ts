import type { Bytes } from "./bytes.ts"
import type { Recognised, Recogniser } from "./recognised.ts"
import { refuse } from "./refused.ts"

const AVIF = /avif|avis/
const HEIC = /hei[cxms]|hev[cxms]/
const MP4 = /^(?:isom|iso\d|mp4[12]|mp71|avc1|dash|M4[ABVP] |mmp4|3gp\d|f4v |MSNV|cmf[cs])$/
const SOUND_ONLY = /^M4[AB] /
const PLAYED = ["avc1", "mp4a"]

/** Pictures, sounds and films in boxes (ISO 14496-12): AVIF, HEIC, M4A and MP4. */
export const recogniseBoxes: Recogniser = async (bytes, head) => {
  if (head.toString("latin1", 4, 8) !== "ftyp" || head.length < 16) return undefined
  const brands = head.toString("latin1", 8, Math.min(head.readUInt32BE(0), 256))
  const major = brands.slice(0, 4)
  if (AVIF.test(brands)) return picture(bytes, "image/avif")
  if (HEIC.test(brands)) return picture(bytes, "image/heic")
  const isMp4 = [0, ...Array.from({ length: 16 }, (_, n) => 8 + 4 * n)].some((at) =>
    MP4.test(brands.slice(at, at + 4)),
  )
  return isMp4 || major === "qt  " ? recording(bytes, major) : undefined
}

/** How large it is, its decoder says; where it ends, only its boxes do. */
async function picture(bytes: Bytes, type: "image/avif" | "image/heic"): Promise<Recognised> {
  const [meta] = await inside(bytes, undefined, ["meta"])
  if (!meta) refuse("damaged")
  return { kind: "image", type }
}

async function recording(bytes: Bytes, major: string): Promise<Recognised> {
  const tracks = await tracksOf(bytes)
  // As cameras make it, QuickTime is the same as MP4 but for its name: where browsers play what is in it.
  if (major === "qt  " && tracks.some(({ format }) => !PLAYED.includes(format))) refuse("quickTime")
  const [data] = await inside(bytes, undefined, ["mdat"])
  if (!data || tracks.every(({ handler, width }) => handler === "vide" && width === 0)) refuse("damaged")
  const [header] = await inside(bytes, undefined, ["moov", "mvhd"])
  const durationMs = header ? await durationOf(bytes, header) : 0
  const length = durationMs > 0 && { durationMs }
  const [film] = tracks.filter(({ handler }) => handler === "vide").toSorted((a, b) => areaOf(b) - areaOf(a))
  // A sound's pictures of chapters are a film to its box.
  if (!film?.width || SOUND_ONLY.test(major)) return { kind: "audio", type: "audio/mp4", ...length }
  return { kind: "video", type: "video/mp4", width: film.width, height: film.height, ...length }
}

type Track = { handler: string; format: string; width: number; height: number }
const areaOf = ({ width, height }: Track) => width * height

/** The sounds and films in it, and how their samples are encoded, in four letters. */
async function tracksOf(bytes: Bytes) {
  const tracks: Track[] = []
  for (const track of await inside(bytes, undefined, ["moov", "trak"])) {
    const [header] = await inside(bytes, track, ["tkhd"])
    const [handlerBox] = await inside(bytes, track, ["mdia", "hdlr"])
    const [samples] = await inside(bytes, track, ["mdia", "minf", "stbl", "stsd"])
    const letters = async (at: number) => (await bytes.read(at, 4)).toString("latin1")
    const handler = handlerBox ? await letters(handlerBox.from + 8) : ""
    if (handler !== "vide" && handler !== "soun") continue
    const size = header && (await bytes.read(header.end - 8, 8))
    tracks.push({
      handler,
      format: samples ? await letters(samples.from + 12) : "",
      width: size?.length === 8 ? size.readUInt16BE(0) : 0,
      height: size?.length === 8 ? size.readUInt16BE(4) : 0,
    })
  }
  return tracks
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

/** The boxes at the end of a path of names. */
async function inside(bytes: Bytes, box: Box | undefined, [name, ...rest]: string[]): Promise<Box[]> {
  const found: Box[] = []
  for await (const part of boxes(bytes, box)) if (part.name === name) found.push(part)
  if (rest.length === 0) return found
  return (await Promise.all(found.map((part) => inside(bytes, part, rest)))).flat()
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
