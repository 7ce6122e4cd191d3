import { type MediaStore, MissingFileError } from "../store/media-store.server.ts"
import { type FileRow, findFileRow, listFileRows, type ReadOptions } from "../store/stored-files.server.ts"
import { blobOf, copyToBlob, keepBlob, linkToBlob } from "./media-folder.server.ts"

type Options = ReadOptions & {
  /** Where the files of all copies are, by their SHA-256. */
  folder: string
  /** On the same disk a second name will do: files of the store are never written to again. */
  hasLinks?: boolean
}

/**
 * Brings the library's files into a backup's folder, each once: what an earlier copy brought is not read again.
 *
 * @param options.onBytes is told of each file's bytes once it is there
 * @returns how many there are, how many of them are new, and the paths of those that are damaged or not there
 * @throws what the disk or the bucket answers; AbortError after `signal`
 */
export async function backUpMedia(store: MediaStore, { folder, hasLinks, onBytes, signal }: Options) {
  const report = { files: 0, added: 0, failed: [] as string[] }
  for await (const row of listFileRows()) {
    signal?.throwIfAborted()
    const blob = blobOf(folder, row.sha256)
    report.files += 1
    if (!(await keepBlob(blob, row.bytes))) {
      if (await takeFile(store, row, blob, { hasLinks, signal })) report.added += 1
      // Removed from the library meanwhile is not missing.
      else if (await findFileRow(row.path)) report.failed.push(row.path)
    }
    onBytes?.(row.bytes)
  }
  return report
}

async function takeFile(
  store: MediaStore,
  { path, sha256 }: FileRow,
  blob: string,
  { hasLinks, signal }: Pick<Options, "hasLinks" | "signal">,
) {
  try {
    if (hasLinks && (await linkToBlob((await store.local(path)).file, blob))) return true
    return await copyToBlob(await store.read(path), blob, sha256, signal)
  } catch (error) {
    if (error instanceof MissingFileError) return false
    throw error
  }
}
