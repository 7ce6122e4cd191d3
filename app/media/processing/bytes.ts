/** A file to look into, wherever it lies. */
export type Bytes = {
  size: number
  /** @returns fewer than `length` at the file's end, none behind it */
  read(at: number, length: number): Promise<Buffer>
}

const PIECE = 65_536

/** Looks at a file piece by piece, in order. @param to the place behind the last byte */
export async function* pieces(bytes: Bytes, from: number, to = bytes.size) {
  for (let at = from; at < to; at += PIECE) {
    const piece = await bytes.read(at, Math.min(PIECE, to - at))
    if (piece.length === 0) return
    yield { at, piece }
  }
}
