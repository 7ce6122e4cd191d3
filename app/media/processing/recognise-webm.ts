import type { Bytes } from "./bytes.ts"
import { refuseHidden } from "./foreign.ts"
import type { Recogniser } from "./recognised.ts"
import { refuse } from "./refused.ts"

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const SCALE = 0x2ad7b1
const DURATION = 0x4489
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const TRACK_TYPE = 0x83
const VIDEO = 0xe0
const WIDTH = 0xb0
const HEIGHT = 0xba
const CLUSTER = 0x1f43b675
const MAX_ELEMENTS = 100_000

/** Films and sounds in WebM; what else comes in the same coat (Matroska) is not played by browsers. */
export const recogniseWebm: Recogniser = async (bytes, head) => {
  if (head.length < 4 || head.readUInt32BE(0) !== EBML) return undefined
  const found = { scale: 1_000_000, duration: 0, width: 0, height: 0, isSound: false, isFilm: false }
  let segment: Element | undefined
  for await (const element of elements(bytes, 0, bytes.size)) {
    if (element.id === EBML) await refuseOthers(bytes, element)
    if (element.id !== SEGMENT) continue
    segment = element
    break
  }
  if (!segment) refuse("cut")
  const end = segment.end ?? bytes.size
  if (end > bytes.size) refuse("cut")
  await refuseHidden(bytes, end)
  for await (const element of elements(bytes, segment.from, end)) {
    if (element.id === CLUSTER) break
    if (element.id === INFO) await lookAtInfo(bytes, element, found)
    if (element.id === TRACKS) await lookAtTracks(bytes, element, found)
  }
  if (!found.isSound && !found.isFilm) refuse("damaged")
  const durationMs = Math.round((found.duration * found.scale) / 1_000_000)
  const length = durationMs > 0 && { durationMs }
  if (!found.isFilm) return { kind: "audio", type: "audio/webm", ...length }
  return { kind: "video", type: "video/webm", width: found.width, height: found.height, ...length }
}

/** `end` is undefined of what a recorder wrote that did not know how long it would get. */
type Element = { id: number; from: number; end: number | undefined }
type Found = {
  scale: number
  duration: number
  width: number
  height: number
  isSound: boolean
  isFilm: boolean
}

async function* elements(bytes: Bytes, from: number, to: number): AsyncGenerator<Element> {
  let count = 0
  for (let at = from; at < to; count += 1) {
    const head = await bytes.read(at, 12)
    const id = readNumber(head, 0, 4)
    const size = id && readNumber(head, id.length, 8)
    if (!id || !size || count > MAX_ELEMENTS) refuse("damaged")
    const start = at + id.length + size.length
    const isUnknown = size.value === 2 ** (7 * size.length) - 1
    yield { id: id.raw, from: start, end: isUnknown ? undefined : start + size.value }
    if (isUnknown) return
    at = start + size.value
  }
}

/** A number that says by its first bits how long it is. */
function readNumber(data: Buffer, at: number, longest: number) {
  const first = data[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (length > longest || at + length > data.length) return undefined
  // Without the bit that ends the length: with it, eight bytes are more than a number can hold exactly.
  let value = first - 2 ** (8 - length)
  for (let i = 1; i < length; i += 1) value = value * 256 + (data[at + i] ?? 0)
  return { length, raw: value + 2 ** (7 * length), value }
}

async function refuseOthers(bytes: Bytes, { from, end = from }: Element) {
  for await (const element of elements(bytes, from, end)) {
    if (element.id !== DOC_TYPE) continue
    const name = await content(bytes, element)
    if (name.toString("latin1").replaceAll("\0", "") !== "webm") refuse("matroska")
    return
  }
  refuse("matroska")
}

async function lookAtInfo(bytes: Bytes, { from, end = from }: Element, found: Found) {
  for await (const element of elements(bytes, from, end)) {
    if (element.id === SCALE) found.scale = unsigned(await content(bytes, element))
    if (element.id === DURATION) {
      const data = await content(bytes, element)
      const value = data.length === 8 ? data.readDoubleBE(0) : data.length === 4 ? data.readFloatBE(0) : 0
      found.duration = Number.isFinite(value) && value > 0 ? value : 0
    }
  }
}

async function lookAtTracks(bytes: Bytes, { from, end = from }: Element, found: Found) {
  for await (const track of elements(bytes, from, end)) {
    if (track.id !== TRACK) continue
    for await (const element of elements(bytes, track.from, track.end ?? track.from)) {
      if (element.id === TRACK_TYPE) {
        const type = unsigned(await content(bytes, element))
        found.isFilm ||= type === 1
        found.isSound ||= type === 2
      }
      if (element.id !== VIDEO) continue
      for await (const part of elements(bytes, element.from, element.end ?? element.from)) {
        if (part.id === WIDTH) found.width = unsigned(await content(bytes, part))
        if (part.id === HEIGHT) found.height = unsigned(await content(bytes, part))
      }
    }
  }
}

/** Numbers and short names. */
const content = (bytes: Bytes, { from, end = from }: Element) => bytes.read(from, Math.min(16, end - from))
const unsigned = (data: Buffer) => data.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
