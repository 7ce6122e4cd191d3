import { access, constants, readdir, stat, statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { getSettings } from "#app/kit/lib/settings.server.ts"

/** What the disk of the data folder has, in bytes, and whether this process may write there. */
export async function readDisk() {
  const place = await findPlace(getSettings().dataDir)
  const { bavail, blocks, bsize } = await statfs(place)
  const isWritable = await isAllowed(place, constants.W_OK)
  return { free: bavail * bsize, total: blocks * bsize, isWritable }
}

/** A folder that is not there yet is made in the nearest one that is. */
async function findPlace(folder: string): Promise<string> {
  return (await isAllowed(folder, constants.F_OK)) ? folder : findPlace(dirname(folder))
}

function isAllowed(path: string, mode: number) {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}

export type Copy = { at: Date; bytes?: number; place: string }

/** The newest copy in the data folder's `backups`, or undefined. */
export async function findNewestCopy(): Promise<Copy | undefined> {
  const folder = join(getSettings().dataDir, "backups")
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  const copies = await Promise.all(
    names
      .filter((name) => name.endsWith(".cko.gz"))
      .map(async (name) => {
        const { mtime, size } = await stat(join(folder, name))
        return { at: mtime, bytes: size, place: "le dossier backups des données du site" }
      }),
  )
  return copies.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
}

/** This process: how long it has run, in seconds, and what it holds of memory, in bytes. */
export function readProcess() {
  return {
    pid: process.pid,
    node: process.versions.node,
    uptimeSeconds: process.uptime(),
    memoryBytes: process.memoryUsage.rss(),
    workers: getSettings().workers ?? 1,
  }
}
