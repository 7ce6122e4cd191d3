import { once } from "node:events"
import { Readable } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { ZipFile } from "yazl"
import { writeNewFile } from "./new-file.server.ts"

/** A file of the archive: its text, or what it is read from, to its end. */
export type Source = string | Uint8Array | AsyncIterable<string | Uint8Array>
/** @param bytes how long it is, where it is worth no compression */
export type Add = (name: string, source: Source, bytes?: number) => Promise<void>

/** What a zip's first form cannot say, with room for what is around it. */
const LONG_BYTES = 4_000_000_000

/**
 * Writes a zip, one file after the other, in the memory of a piece of them, as `writeNewFile` does.
 *
 * @param fill adds the files
 * @returns what `fill` does, and the size in bytes
 * @throws what `writeNewFile` throws, an AbortError after `signal`
 */
export function writeArchive<Report>(
  file: string,
  fill: (add: Add) => Promise<Report>,
  signal?: AbortSignal,
) {
  return writeNewFile(file, (output) => fillZip(output, fill, signal))
}

async function fillZip<Report>(
  output: NodeJS.WritableStream,
  fill: (add: Add) => Promise<Report>,
  given?: AbortSignal,
) {
  const zip = new ZipFile()
  // What goes wrong with a source is told by that source.
  zip.on("error", () => {})
  const stop = new AbortController()
  const signal = given ? AbortSignal.any([given, stop.signal]) : stop.signal
  const written = pipeline(zip.outputStream, output, { signal })
  const failed = written.catch((error: unknown) => stop.abort(error))
  const mtime = new Date()
  let current = toStream("")
  // The zip keeps what gives each file until its end: one function for all, so that it keeps none of them.
  const give = (take: (error: unknown, stream: Readable) => void) => take(null, current)
  const add: Add = async (name, source, bytes) => {
    signal.throwIfAborted()
    const isLong = (bytes ?? 0) > LONG_BYTES
    current = toStream(source)
    zip.addReadStreamLazy(
      name,
      { mtime, mode: 0o100644, compress: bytes === undefined, forceZip64Format: isLong },
      give,
    )
    await finished(current, { signal, writable: false }).finally(() => current.destroy())
  }
  try {
    const report = await fill(add)
    zip.end()
    await written
    return report
  } catch (error) {
    stop.abort(error)
    await failed
    await closed(output)
    // Of a full disk the files that wait for it only know that they do not go on.
    throw given?.aborted ? given.reason : (stop.signal.reason ?? error)
  }
}

async function closed(output: NodeJS.WritableStream) {
  if ("closed" in output && output.closed !== true) await once(output, "close")
}

function toStream(source: Source) {
  return Readable.from(
    typeof source === "string" || source instanceof Uint8Array ? [toBytes(source)] : allBytes(source),
    {
      objectMode: false,
    },
  )
}

async function* allBytes(source: AsyncIterable<string | Uint8Array>) {
  for await (const piece of source) yield toBytes(piece)
}

const toBytes = (piece: string | Uint8Array) =>
  typeof piece === "string"
    ? Buffer.from(piece)
    : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
