import { Transform } from "node:stream"

/** Passes a stream on, and fails where it is not as long as it should be. */
export function exactly(bytes: number) {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > bytes) done(new Error("a file of the media store is longer than announced"))
      else done(null, chunk)
    },
    flush(done) {
      done(passed < bytes ? new Error("a file of the media store is shorter than announced") : null)
    },
  })
}

/** So many bytes of a stream, after others that are skipped. */
export async function* cutOut(source: AsyncIterable<Uint8Array>, skipped: number, bytes: number) {
  let at = 0
  for await (const chunk of source) {
    const fitting = chunk.subarray(Math.max(0, skipped - at), skipped + bytes - at)
    at += chunk.length
    if (fitting.length > 0) yield fitting
    if (at >= skipped + bytes) return
  }
}
