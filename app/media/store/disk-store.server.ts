import { randomUUID } from "node:crypto"
import { mkdir, open, rename, rm, rmdir, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { exactly } from "./byte-count.server.ts"
import { diskUploads } from "./disk-uploads.server.ts"
import { clearIncoming, INCOMING, listFolder } from "./disk-folder.server.ts"
import { checkPath, type MediaStore, MissingFileError } from "./media-store.server.ts"

/** Whole pieces of a file in memory at once, for each reader. */
const READ_BYTES = 16_384
/** A folder may go with its last file while another one is on its way into it. */
const RENAME_ATTEMPTS = 5

/** The library's files in a folder of this machine, readable by its owner only. */
export function diskStore(root: string): MediaStore {
  const fileOf = (path: string) => join(root, checkPath(path))
  return {
    kind: "disk",
    async put(path, source, { bytes }) {
      const target = fileOf(path)
      const incoming = join(root, INCOMING)
      const partial = join(incoming, randomUUID())
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      await clearIncoming(incoming)
      try {
        const output = await open(partial, "wx", 0o600)
        // `flush`: on the disk before it gets its name. The stream closes the file, whatever happens.
        await pipeline(source, exactly(bytes), output.createWriteStream({ flush: true }))
        await moveInto(partial, target)
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {})
        throw error
      }
    },
    async read(path, range) {
      const handle = await open(fileOf(path)).catch((error: unknown) => refuse(error, path))
      return handle.createReadStream({ ...range, highWaterMark: READ_BYTES })
    },
    async size(path) {
      return (await findFile(fileOf(path)))?.size
    },
    async remove(path) {
      await rm(fileOf(path), { force: true })
      await removeEmptyFolders(root, dirname(path))
    },
    async move(from, to) {
      await moveInto(fileOf(from), fileOf(to)).catch((error: unknown) => refuse(error, from))
      await removeEmptyFolders(root, dirname(from))
    },
    list: (prefix = "") => listFolder(root, prefix),
    async local(path) {
      const file = fileOf(path)
      if (!(await findFile(file))) throw new MissingFileError(path)
      return { file, release: async () => {} }
    },
    signedAddress: async () => undefined,
    ...diskUploads(fileOf),
  }
}

async function moveInto(from: string, target: string) {
  const folder = dirname(target)
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      await rename(from, target)
      break
    } catch (error) {
      if (attempt === RENAME_ATTEMPTS || !isMissing(error) || !(await findFile(from))) throw error
    }
  }
  await flushFolder(folder)
}

/** So that its names last, too. Windows has no such thing. */
async function flushFolder(folder: string) {
  if (process.platform === "win32") return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

async function removeEmptyFolders(root: string, folder: string) {
  // That of uploads stays: one may be on its way into it.
  for (let path = folder; path !== "." && path !== "uploads"; path = dirname(path)) {
    const isGone = await rmdir(join(root, path)).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}

async function findFile(file: string) {
  const found = await stat(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  return found?.isFile() ? found : undefined
}

function isMissing(error: unknown) {
  const code = error instanceof Error && "code" in error && error.code
  return code === "ENOENT" || code === "ENOTDIR"
}

function refuse(error: unknown, path: string): never {
  throw isMissing(error) ? new MissingFileError(path) : error
}
