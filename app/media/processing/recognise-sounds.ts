import type { Bytes } from "./bytes.ts"
import { refuseHidden } from "./foreign.ts"
import type { Recogniser } from "./recognised.ts"
import { refuse } from "./refused.ts"
import { findWav } from "./wav.ts"

const ascii = (data: Buffer, from: number, to: number) => data.toString("latin1", from, to)

export const recogniseWav: Recogniser = async (bytes, head) => {
  if (ascii(head, 0, 4) !== "RIFF" || ascii(head, 8, 12) !== "WAVE") return undefined
  const wav = await findWav(bytes)
  await refuseHidden(bytes, wav.end)
  return { kind: "audio", type: "audio/wav", durationMs: wav.durationMs }
}

export const recogniseFlac: Recogniser = async (bytes, head) => {
  if (ascii(head, 0, 4) !== "fLaC") return undefined
  if (head.length < 42 || ((head[4] ?? 0) & 0x7f) !== 0) refuse("damaged")
  const sampleRate = head.readUIntBE(18, 3) >> 4
  if (sampleRate === 0) refuse("damaged")
  const samples = ((head[21] ?? 0) & 0xf) * 2 ** 32 + head.readUInt32BE(22)
  for (let at = 4, isLast = false; !isLast;) {
    const block = await bytes.read(at, 4)
    if (block.length < 4) refuse("cut")
    isLast = ((block[0] ?? 0) & 0x80) !== 0
    at += 4 + block.readUIntBE(1, 3)
    if (at >= bytes.size) refuse("cut")
    if (isLast && (await bytes.read(at, 2)).readUInt16BE(0) >> 1 !== 0x7ffc) refuse("damaged")
  }
  return { kind: "audio", type: "audio/flac", durationMs: Math.round((samples / sampleRate) * 1000) }
}

/** The longest page of an Ogg file. */
const MAX_PAGE = 65_307
const OPUS_RATE = 48_000

export const recogniseOgg: Recogniser = async (bytes, head) => {
  if (ascii(head, 0, 4) !== "OggS") return undefined
  const packet = 27 + (head[26] ?? 0)
  const sampleRate = oggRate(head, packet)
  if (sampleRate === undefined) refuse("ogg")
  if (sampleRate === 0) refuse("damaged")
  const from = Math.max(0, bytes.size - MAX_PAGE)
  const end = Buffer.from(await bytes.read(from, MAX_PAGE))
  // The last page ends with the file.
  for (let at = end.lastIndexOf("OggS"); at >= 0; at = at > 0 ? end.lastIndexOf("OggS", at - 1) : -1) {
    if (at + 27 > end.length) continue
    const count = end[at + 26] ?? 0
    const lengths = end.subarray(at + 27, at + 27 + count)
    const pageEnd = at + 27 + count + lengths.reduce((sum, length) => sum + length, 0)
    if (lengths.length < count || pageEnd !== end.length) continue
    const samples = end.readUInt32LE(at + 6) + end.readUInt32LE(at + 10) * 2 ** 32
    return { kind: "audio", type: "audio/ogg", durationMs: Math.round((samples / sampleRate) * 1000) }
  }
  return refuse("cut")
}

/** How many samples a second the positions of an Ogg file count, as its first packet says: of Opus or Vorbis. */
function oggRate(head: Buffer, packet: number) {
  if (ascii(head, packet, packet + 8) === "OpusHead") return OPUS_RATE
  const isVorbis = ascii(head, packet, packet + 7) === "\x01vorbis" && head.length >= packet + 16
  return isVorbis ? head.readUInt32LE(packet + 12) : undefined
}

/** Padding that some programs leave between the tags and the sound. */
const MAX_PADDING = 4_096
/** So many frames in a row are no coincidence. */
const FRAMES = 3

export const recogniseMp3: Recogniser = async (bytes, head) => {
  const hasTags = ascii(head, 0, 3) === "ID3"
  const from = hasTags ? await endOfTags(bytes) : 0
  if (from >= bytes.size) refuse("cut")
  const start = Buffer.from(await bytes.read(from, MAX_PADDING))
  let padding = 0
  while (start[padding] === 0) padding += 1
  const first = mp3Frame(start.subarray(padding))
  if (!first) return hasTags ? refuse("damaged") : undefined
  for (let n = 1, at = from + padding + first.bytes; n < FRAMES; n += 1) {
    const frame = mp3Frame(await bytes.read(at, 4))
    // A very short sound has fewer.
    if (!frame && at < bytes.size - 4) return hasTags ? refuse("damaged") : undefined
    at += frame?.bytes ?? 0
  }
  const announced = announcedBytes(Buffer.from(await bytes.read(from + padding, 200)), first.sideInfo)
  if (announced && from + padding + announced > bytes.size * 1.01) refuse("cut")
  return { kind: "audio", type: "audio/mpeg" }
}

/** Behind its ID3 tags, of which there may be several. */
async function endOfTags(bytes: Bytes) {
  for (let at = 0; ;) {
    const tag = await bytes.read(at, 10)
    if (tag.length < 10 || ascii(tag, 0, 3) !== "ID3") return at
    const size = [6, 7, 8, 9].reduce((sum, i) => sum * 128 + ((tag[i] ?? 0) & 0x7f), 0)
    at += 10 + size + ((tag[5] ?? 0) & 0x10 ? 10 : 0)
  }
}

const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** Reads the head of a frame of MPEG 1, 2 or 2.5, layer III. @returns its length and where a Xing header would be */
function mp3Frame(head: Buffer) {
  if (head.length < 4) return undefined
  const [sync = 0, version = 0, rates = 0, mode = 0] = head
  if (sync !== 0xff || (version & 0xe0) !== 0xe0) return undefined
  const mpeg = (version >> 3) & 3
  const layer = (version >> 1) & 3
  const sampleRate = SAMPLE_RATES[(rates >> 2) & 3]
  const isFirst = mpeg === 3
  const bitRate = (isFirst ? RATES_1 : RATES_2)[rates >> 4]
  if (mpeg === 1 || layer !== 1 || !sampleRate || !bitRate) return undefined
  const samplesPerSecond = isFirst ? sampleRate : mpeg === 2 ? sampleRate / 2 : sampleRate / 4
  const padding = (rates >> 1) & 1
  const isMono = mode >> 6 === 3
  return {
    bytes: Math.floor(((isFirst ? 144_000 : 72_000) * bitRate) / samplesPerSecond) + padding,
    sideInfo: isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17,
  }
}

/** The first frame of many files says how long the sound is. */
function announcedBytes(frame: Buffer, sideInfo: number) {
  const at = 4 + sideInfo
  if (!["Xing", "Info"].includes(ascii(frame, at, at + 4)) || frame.length < at + 16) return undefined
  const flags = frame.readUInt32BE(at + 4)
  if ((flags & 2) === 0) return undefined
  return frame.readUInt32BE(at + (flags & 1 ? 12 : 8))
}
