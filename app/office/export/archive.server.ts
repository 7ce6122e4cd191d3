import { once } from "node:events"
import { access, open, rename, rm, stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { finished, pipeline } from "node:stream/promises"
import { ZipFile } from "yazl"
import { explainBackupFailure } from "#app/db/backup/backup-errors.server.ts"
import { ExportError } from "./export-error.ts"

/** A file of the archive: its text, or what it is read from, to its end. */
export type Source = string | Uint8Array | AsyncIterable<string | Uint8Array>
/** @param bytes how long it is, where it is worth no compression */
export type Add = (name: string, source: Source, bytes?: number) => Promise<void>

const FAILED = "L’archive n’a pas été écrite"
/** What a zip's first form cannot say, with room for what is around it. */
const LONG_BYTES = 4_000_000_000
const PIECE_BYTES = 262_144

/**
 * Writes a zip, one file after the other, in the memory of a piece of them. It has its name once it is whole and on the disk;
 * what a killed process left (`.partial`) goes with the next one of that name. Only its owner can read it.
 *
 * @param fill adds the files
 * @returns what `fill` does, and the size in bytes
 * @throws ExportError where there is a file of that name, BackupError when it cannot be written, an AbortError after `signal`
 */
export async function writeArchive<Report>(
  file: string,
  fill: (add: Add) => Promise<Report>,
  signal?: AbortSignal,
) {
  const partial = `${file}.partial`
  await refuseExisting(file)
  try {
    await rm(partial, { force: true })
    const output = await open(partial, "wx", 0o600)
    const { ino } = await output.stat()
    try {
      // `flush`: on the disk before it gets its name. The stream closes the file, whatever happens.
      const stream = output.createWriteStream({ flush: true, highWaterMark: PIECE_BYTES })
      const report = await fillZip(stream, fill, signal)
      await refuseExisting(file)
      if ((await stat(partial)).ino !== ino)
        throw new ExportError(`${FAILED}\u00a0: une autre commande écrit le même fichier.`)
      const { size: bytes } = await stat(partial)
      await rename(partial, file)
      return { report, bytes }
    } catch (error) {
      if ((await stat(partial).catch(() => undefined))?.ino === ino) await rm(partial, { force: true })
      throw error
    }
  } catch (error) {
    throw explainBackupFailure(error, FAILED, file)
  }
}

/** @throws ExportError where there is something of that name */
export async function refuseExisting(file: string) {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere)
    throw new ExportError(`${FAILED}\u00a0: ${file} existe déjà. Donnez un autre nom, ou supprimez-le.`)
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
