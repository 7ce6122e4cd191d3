import type { Bytes } from "./bytes.ts"
import { refuse } from "./refused.ts"

/** A box of ISO 14496-12: where its content begins, and ends. */
export type Box = { name: string; from: number; end: number }

/** A hostile file may consist of nothing but heads of boxes. */
const MAX_BOXES = 100_000

/** The boxes of a file, or of a box, in their order. @throws RefusedFileError when one goes on behind the end */
export async function* boxes(bytes: Bytes, within: Pick<Box, "from" | "end"> = { from: 0, end: bytes.size }) {
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
