import { type MediaStore, MissingFileError } from "./media-store.server.ts"
import { digestOf, type FileRow, findFileRow, type ReadOptions } from "./stored-files.server.ts"

/**
 * Moves all files of the library from one store to the other while the site runs: each is written, read back and compared
 * with its SHA-256, and only then removed where it was. What was moved stays so when this is stopped; called again it goes on.
 * Files that the library does not know, or that are not what it knows, stay, and so do uploads, which go on where they began.
 *
 * @param options.onBytes is told how many bytes of files that are done
 * @throws AbortError after `signal`
 */
export async function moveFiles(source: MediaStore, target: MediaStore, options: ReadOptions = {}) {
  const report = { moved: 0, unknown: 0, uploads: 0, damaged: [] as string[] }
  for await (const { path } of source.list()) {
    options.signal?.throwIfAborted()
    const row = path.startsWith("uploads/") ? undefined : await findFileRow(path)
    if (path.startsWith("uploads/")) report.uploads += 1
    else if (!row) report.unknown += 1
    else if (await moveFile(source, target, row, options.signal)) {
      report.moved += 1
      options.onBytes?.(row.bytes)
    } else report.damaged.push(path)
  }
  return report
}

async function moveFile(source: MediaStore, target: MediaStore, row: FileRow, signal?: AbortSignal) {
  const { path } = row
  try {
    // There already: it was stopped between writing and removing.
    if (!(await isWhole(target, row, signal))) {
      if (!(await isWhole(source, row, signal))) return (await source.size(path)) === undefined
      await target.put(path, await source.read(path), row)
      if (!(await isWhole(target, row, signal))) throw new Error(`${path} is not what was written`)
    }
  } catch (error) {
    // Removed from the library, or moved by another process.
    if (error instanceof MissingFileError) return true
    throw error
  }
  // Removed from the library while it was on its way.
  if (!(await findFileRow(path))) await target.remove(path)
  await source.remove(path)
  return true
}

async function isWhole(store: MediaStore, { path, bytes, sha256 }: FileRow, signal?: AbortSignal) {
  if ((await store.size(path)) !== bytes) return false
  return (await digestOf(await store.read(path), { signal })) === sha256
}
