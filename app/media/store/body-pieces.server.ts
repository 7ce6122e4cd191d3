import type { Readable } from "node:stream"

/** Hands a body on in pieces of given lengths, each as a stream of its own, without holding any of it. */
export function bodyPieces(body: Readable) {
  const chunks = body[Symbol.asyncIterator]()
  let rest: Uint8Array | undefined
  let isCut = false

  async function next(): Promise<Uint8Array | undefined> {
    const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true as const }))
    return done ? undefined : value
  }

  return {
    /** The next so many bytes. Fails where the body ends before. */
    async *take(bytes: number) {
      for (let left = bytes; left > 0;) {
        const chunk = rest ?? (await next())
        rest = undefined
        if (chunk === undefined) {
          isCut = true
          throw new Error("the body broke off")
        }
        if (chunk.length > left) rest = chunk.subarray(left)
        const fitting = chunk.subarray(0, left)
        left -= fitting.length
        yield fitting
      }
    },
    /** Did it end, or break off, before all was taken? */
    isCut: () => isCut,
    /** Lets the body end, or sends its sender away who goes on. */
    async end() {
      if (isCut || rest?.length || (await next()) !== undefined) body.destroy()
    },
  }
}
