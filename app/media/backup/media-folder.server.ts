import { createHash, randomUUID } from "node:crypto"
import { link, mkdir, open, readdir, rename, rm, rmdir, stat, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { noting } from "#app/kit/lib/noting.server.ts"

/** Beside the copies of the database, for all of them. */
export const mediaFolderOf = (backup: string) => join(dirname(backup), "media")

export const blobOf = (folder: string, sha256: string) => join(folder, sha256.slice(0, 2), sha256)

/** Says that a copy of now needs a file. @returns false when the folder has it not, or not whole */
export async function keepBlob(blob: string, bytes: number) {
  const found = await stat(blob).catch(() => undefined)
  if (found?.size !== bytes) return false
  const now = new Date()
  await utimes(blob, now, now)
  return true
}

/** @returns false when what was read is not what the name says; nothing is kept then */
export async function copyToBlob(source: Readable, blob: string, sha256: string, signal?: AbortSignal) {
  return place(blob, async (partial) => {
    const hash = createHash("sha256")
    const output = await open(partial, "wx", 0o600)
    await pipeline(
      source,
      (chunks: AsyncIterable<Uint8Array>) => noting(chunks, hash),
      output.createWriteStream({ flush: true }),
      { signal },
    )
    return hash.digest("hex") === sha256
  })
}

const NO_LINKS = new Set(["EXDEV", "EPERM", "ENOTSUP", "EMLINK", "ENOSYS"])

/** @returns false where the file system makes no second names of a file */
export async function linkToBlob(file: string, blob: string) {
  return place(blob, async (partial) => {
    try {
      await link(file, partial)
    } catch (error) {
      if (NO_LINKS.has(String((error as NodeJS.ErrnoException).code))) return false
      throw error
    }
    const now = new Date()
    await utimes(partial, now, now)
    return true
  })
}

/** All or nothing. */
async function place(blob: string, make: (partial: string) => Promise<boolean>) {
  await mkdir(dirname(blob), { recursive: true, mode: 0o700 })
  const partial = `${blob}.${randomUUID().slice(0, 8)}.partial`
  try {
    if (!(await make(partial))) return false
    await rename(partial, blob)
    return true
  } finally {
    await rm(partial, { force: true })
  }
}

/** Takes away what no copy since then needs, and what killed processes left. */
export async function pruneBlobs(folder: string, neededSince: Date) {
  for (const part of await readdir(folder).catch((): string[] => [])) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue
    for (const name of await readdir(join(folder, part))) {
      const blob = join(folder, part, name)
      const found = await stat(blob).catch(() => undefined)
      if (/^[0-9a-f]{64}(\.[0-9a-f]{8}\.partial)?$/.test(name) && found && found.mtime < neededSince)
        await rm(blob, { force: true })
    }
    await rmdir(join(folder, part)).catch(() => {})
  }
}
