const NEW_LINE = 10

/** A line goes on beyond what it may hold. */
export class LineTooLongError extends Error {
  override name = "LineTooLongError"
}

/**
 * The lines of a stream of UTF-8. They end at "\n" and nowhere else: Node's readline also ends one at U+2028 and
 * U+2029, which stand in people's texts and which JSON does not escape.
 *
 * @param maxBytes of one line, about: no more than this and one piece of the stream is ever held
 * @throws LineTooLongError
 */
export async function* readLines(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let begun: Buffer[] = []
  let begunBytes = 0
  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let start = 0
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString()
      begun = []
      begunBytes = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    begun.push(chunk.subarray(start))
    begunBytes += chunk.length - start
    if (begunBytes > maxBytes) throw new LineTooLongError()
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString()
}
