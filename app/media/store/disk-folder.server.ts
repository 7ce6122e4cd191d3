import type { Dirent } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import type { StoredFile } from "./media-store.server.ts"

/** Where files are until they are whole. */
export const INCOMING = ".incoming"
/** Longer than any file takes. */
const LEFTOVER_MS = 86_400_000

/** All files below a folder whose path begins so. What goes away meanwhile is left out. */
export async function* listFolder(root: string, prefix: string): AsyncGenerator<StoredFile> {
  yield* walk(root, prefix.slice(0, prefix.lastIndexOf("/") + 1), prefix)
}

async function* walk(root: string, folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error
      return [] as Dirent[]
    },
  )
  for (const entry of entries) {
    const path = folder + entry.name
    if (entry.name.startsWith(".") || !path.startsWith(prefix.slice(0, path.length))) continue
    if (entry.isDirectory()) yield* walk(root, `${path}/`, prefix)
    else if (entry.isFile() && path.startsWith(prefix)) {
      const found = await stat(join(root, path)).catch(() => undefined)
      if (found) yield { path, bytes: found.size, modifiedAt: found.mtime }
    }
  }
}

/** What killed processes left. */
export async function clearIncoming(folder: string) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - LEFTOVER_MS) await rm(file, { force: true })
  }
}
