import type { Hash } from "node:crypto"

/** A stream as it comes, which is put into a hash on its way. */
export async function* noting(source: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
