import { parseBuffer, TrackType } from "music-metadata"
import type { Bytes } from "./bytes.ts"
import type { Recognised } from "./recognised.ts"
import { refuse } from "./refused.ts"

/** The element that has all of the film in it. */
const SEGMENT = Buffer.from("18538067", "hex")

/** Films and sounds in WebM. @param head in which its tracks are described: what follows is not looked at */
export async function recogniseWebm(bytes: Bytes, head: Buffer): Promise<Recognised> {
  if (endOfSegment(head) > bytes.size) refuse("cut")
  const read = await parseBuffer(head, "video/webm", { skipCovers: true }).catch(() => refuse("damaged"))
  const { trackInfo, hasAudio, duration = 0 } = read.format
  const film = trackInfo.find(({ type }) => type === TrackType.video)
  if (!film && !hasAudio) refuse("damaged")
  const length = Number.isFinite(duration) && duration > 0 && { durationMs: Math.round(duration * 1_000) }
  if (!film) return { kind: "audio", type: "audio/webm", ...length }
  const { pixelWidth: width = 0, pixelHeight: height = 0 } = film.video ?? {}
  return { kind: "video", type: "video/webm", width, height, ...length }
}

/** Its length says by its first bits how long it is itself. @returns 0 of what a recorder wrote that did not know it */
function endOfSegment(head: Buffer) {
  const at = head.indexOf(SEGMENT)
  const from = at + SEGMENT.length
  const first = head[from]
  if (at < 0 || !first) return refuse("cut")
  const length = Math.clz32(first) - 23
  // Without the bit that ends the length: with it, eight bytes are more than a number can hold exactly.
  let value = first - 2 ** (8 - length)
  for (const byte of head.subarray(from + 1, from + length)) value = value * 256 + byte
  return value === 2 ** (7 * length) - 1 ? 0 : from + length + value
}
