/**
 * A stream of JSON values, one a line. Once its reader is gone, `send` and `close` do nothing.
 *
 * @param onGone called when the reader goes away before the end
 */
export function createNdjson<Message>(onGone: () => void) {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened
    },
    cancel() {
      controller = undefined
      onGone()
    },
  })
  return {
    stream,
    send: (message: Message) => controller?.enqueue(encoder.encode(`${JSON.stringify(message)}\n`)),
    close() {
      controller?.close()
      controller = undefined
    },
  }
}

/** The values of a stream of JSON lines, as they arrive; a line cut off at the end is left out. */
export async function* readNdjson(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) yield JSON.parse(line)
  }
}
