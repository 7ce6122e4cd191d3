import type { Readable } from "node:stream"

/** A text between files, or how to open the next part of one. */
type Part = string | (() => Promise<Readable>)

/**
 * The parts one after the other, read only as fast as the client takes them. When it leaves, what is open is closed.
 *
 * @throws what opening the first part does, while the answer can still be another one
 */
export async function openBody(parts: Part[]) {
  const left = [...parts]
  let open: Readable | undefined
  let chunks: AsyncIterator<Uint8Array> | undefined
  let isGone = false

  async function openNext(part: () => Promise<Readable>) {
    open = await part()
    // What fails after the client left is nobody's business.
    open.on("error", () => {})
    if (isGone) open.destroy()
    chunks = open[Symbol.asyncIterator]()
  }

  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (chunks) {
        const { value, done } = await chunks.next()
        if (!done) return value
        chunks = undefined
      }
      const part = left.shift()
      if (part === undefined) return undefined
      if (typeof part === "string") return new TextEncoder().encode(part)
      await openNext(part)
    }
  }

  const [first] = left
  if (typeof first === "function") {
    left.shift()
    await openNext(first)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next()
        if (isGone) return
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
      cancel() {
        isGone = true
        open?.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
