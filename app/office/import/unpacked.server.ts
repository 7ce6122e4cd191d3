import { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import { ImportError } from "./import-error.ts"

/** The bytes of a file, unpacked if it is compressed with gzip. Throws an ImportError where that is damaged. */
export async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let isEnd = false
  while (head.length < 2 && !isEnd) {
    const { value, done = false } = await chunks.next()
    isEnd = done
    if (!done) head = Buffer.concat([head, value])
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* all()
  const gunzip = createGunzip()
  const packed = Readable.from(all(), { objectMode: false })
  packed.on("error", (error) => gunzip.destroy(error)).pipe(gunzip)
  try {
    yield* gunzip
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw new ImportError(DAMAGED)
    throw error
  } finally {
    packed.destroy()
  }
}

const DAMAGED =
  "Ce fichier compressé est abîmé ou incomplet\u00a0: téléchargez-le à nouveau, puis importez-le une nouvelle fois."
