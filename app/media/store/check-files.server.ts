import { type MediaStore, MissingFileError } from "./media-store.server.ts"
import { digestOf, findFileRow, listFileRows, type ReadOptions } from "./stored-files.server.ts"

/**
 * Reads every file of the library and compares it with its SHA-256.
 *
 * @returns how many are right, the paths of those that are not or are not there, and how many files the library does not know
 * @throws AbortError after `signal`
 */
export async function checkFiles(store: MediaStore, options: ReadOptions = {}) {
  const report = { right: 0, missing: [] as string[], damaged: [] as string[], unknown: 0 }
  for await (const { path, sha256 } of listFileRows()) {
    options.signal?.throwIfAborted()
    try {
      if ((await digestOf(await store.read(path), options)) === sha256) report.right += 1
      else report.damaged.push(path)
    } catch (error) {
      if (!(error instanceof MissingFileError)) throw error
      // Removed from the library meanwhile is not missing.
      if (await findFileRow(path)) report.missing.push(path)
    }
  }
  for await (const { path } of store.list())
    if (!path.startsWith("uploads/") && !(await findFileRow(path))) report.unknown += 1
  return report
}
