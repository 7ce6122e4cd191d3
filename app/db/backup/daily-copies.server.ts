import { readdir } from "node:fs/promises"
import { join } from "node:path"

const COPY = /^\d{4}-\d{2}-\d{2}\.cko\.gz$/

/** Where a data folder has its daily copies. */
export function copiesFolder(dataDir: string) {
  return join(dataDir, "backups")
}

/** The names of the daily copies in a folder, the oldest first. */
export async function listDailyCopies(folder: string) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  return names.filter((name) => COPY.test(name)).toSorted()
}
