import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import type { MediaStore } from "../store/media-store.server.ts"
import { digestOf, type FileRow, listFileRows, type ReadOptions } from "../store/stored-files.server.ts"
import { blobOf } from "./media-folder.server.ts"

/**
 * Puts the files of a restored library back that the store lacks, each compared with its SHA-256 before.
 *
 * @returns how many there are, how many of them were put back, and the paths of those that the copy has not, or not whole
 * @throws what the disk or the bucket answers; AbortError after `signal`
 */
export async function restoreMedia(store: MediaStore, folder: string, { onBytes, signal }: ReadOptions = {}) {
  const report = { files: 0, restored: 0, failed: [] as string[] }
  for await (const row of listFileRows()) {
    signal?.throwIfAborted()
    report.files += 1
    if ((await store.size(row.path)) !== row.bytes) {
      const blob = blobOf(folder, row.sha256)
      if (await isWhole(blob, row, signal)) {
        await store.put(row.path, createReadStream(blob, { signal }), row)
        report.restored += 1
      } else report.failed.push(row.path)
    }
    onBytes?.(row.bytes)
  }
  return report
}

async function isWhole(blob: string, { bytes, sha256 }: FileRow, signal?: AbortSignal) {
  const found = await stat(blob).catch(() => undefined)
  return found?.size === bytes && (await digestOf(createReadStream(blob), { signal })) === sha256
}
