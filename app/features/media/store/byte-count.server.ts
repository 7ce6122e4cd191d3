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
