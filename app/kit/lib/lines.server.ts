const NEW_LINE = 10

/**
 * The lines of a stream of UTF-8. They end at "\n" and nowhere else: Node's readline also ends one at U+2028 and
 * U+2029, which stand in people's texts and which JSON does not escape.
 */
export async function* readLines(source: AsyncIterable<Uint8Array>) {
  let begun: Buffer[] = []
  for await (const bytes of source) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let start = 0
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString()
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString()
}
