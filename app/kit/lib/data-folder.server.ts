import type { Dirent } from "node:fs"
import { chmod, lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import { log } from "./log.server.ts"

/** What accounts other than the owner may do with a file. */
const OTHERS = 0o077
/** Passing through is left: the database may belong to another account than the folder around it. */
const OTHERS_READ_OR_WRITE = 0o066
const OF_POSTGRESQL = new Set(["database", "database.new"])

/**
 * Keeps a data folder to its owner: from now on whatever this process makes there, whatever the umask it was started with,
 * and what lies there already. Sessions, mails and backups open accounts. The database's own folder is PostgreSQL's, which
 * refuses one that others can read.
 */
export async function keepPrivate(dataDir: string) {
  process.umask(OTHERS)
  if (process.platform === "win32") return
  await mend(dataDir, OTHERS_READ_OR_WRITE, ({ name }) => !OF_POSTGRESQL.has(name))
}

/** @param isOurs which of a folder's entries are looked at, too */
async function mend(path: string, forbidden: number, isOurs: (entry: Dirent) => boolean = () => true) {
  try {
    const found = await lstat(path)
    if (found.mode & forbidden) await chmod(path, found.isDirectory() ? 0o700 : 0o600)
    if (!found.isDirectory()) return
    for (const entry of await readdir(path, { withFileTypes: true })) {
      // What a link leads to has its own place, and its own owner.
      if (isOurs(entry) && !entry.isSymbolicLink()) await mend(join(path, entry.name), OTHERS)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== "ENOENT") log.warn({ path, code }, "other accounts of this machine may read this")
  }
}
