import { refuse } from "./refused.ts"

/**
 * The packets of an Ogg file (RFC 3533), in their order, as its pieces come in. What is no page ends it.
 *
 * @throws RefusedFileError when its last page is not there as a whole
 */
export async function* oggPackets(pieces: AsyncIterable<Buffer>) {
  let waiting = Buffer.alloc(0)
  let packet: Buffer[] = []
  let packetBytes = 0
  for await (const piece of pieces) {
    waiting = Buffer.concat([waiting, piece])
    for (;;) {
      const page = readPage(waiting)
      if (page === undefined) break
      if (page === null) return
      for (const { data, isEnd } of page.segments) {
        packet.push(data)
        packetBytes += data.length
        if (packetBytes > MAX_PACKET) return
        if (!isEnd) continue
        yield Buffer.concat(packet)
        packet = []
        packetBytes = 0
      }
      waiting = waiting.subarray(page.bytes)
    }
  }
  if (waiting.length > 0) refuse("cut")
}

/** Covers come in the packet of tags. */
const MAX_PACKET = 20_000_000

/** @returns undefined while the page is not there as a whole, null when it is none */
function readPage(data: Buffer) {
  if (data.length < 27) return undefined
  if (data.toString("latin1", 0, 4) !== "OggS") return null
  const count = data[26] ?? 0
  if (data.length < 27 + count) return undefined
  const segments: { data: Buffer; isEnd: boolean }[] = []
  let at = 27 + count
  for (const length of data.subarray(27, 27 + count)) {
    segments.push({ data: data.subarray(at, at + length), isEnd: length < 255 })
    at += length
  }
  return data.length < at ? undefined : { segments, bytes: at }
}

/** What the first packet of Opus says (RFC 7845). */
export function opusHead(packet: Buffer) {
  if (packet.length < 19 || packet.toString("latin1", 0, 8) !== "OpusHead") return undefined
  return { channels: packet[9] ?? 0, preSkip: packet.readUInt16LE(10) }
}
