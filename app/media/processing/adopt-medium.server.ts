import { randomBytes, randomUUID } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { getStore } from "../store/store.server.ts"
import { type Examined, examine, sourcePath } from "./medium-files.server.ts"
import { enterMedium, findTwin, type Taken } from "./new-medium.server.ts"
import { RefusedFileError } from "./refused.ts"

/**
 * Takes a file into the library that did not come as an upload: a picture of another host, a sound's cover.
 *
 * @param source bounded by the caller; not read twice
 * @param title its file's name, as it was claimed
 * @param check looks at what it is before it is stored, and may refuse it
 * @returns the medium, which may wait for the media worker still, or why it was refused, in French
 * @throws what the source, the disk or the bucket fails with
 */
export async function adoptMedium(
  source: Uint8Array | Readable,
  title: string,
  userId: string | null,
  check?: (file: Examined) => unknown,
): Promise<Taken | { failure: string }> {
  const folder = await mkdtemp(join(tmpdir(), "cko-medium-"))
  try {
    const file = join(folder, randomUUID())
    const stream = source instanceof Readable ? source : Readable.from([source])
    await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
    return await adoptFile(file, title, userId, check)
  } catch (error) {
    if (error instanceof RefusedFileError) return { failure: error.message }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The same for a file of this machine, which stays where it is.
 *
 * @param check looks at what it is before it is stored
 * @throws RefusedFileError, or what `check` throws
 */
export async function adoptFile(
  path: string,
  title: string,
  userId: string | null,
  check: (file: Examined) => unknown = () => {},
): Promise<Taken> {
  const file = await examine(path)
  await check(file)
  const twin = await findTwin(file.sha256)
  if (twin) return twin
  const key = randomBytes(16).toString("base64url")
  const store = getStore()
  await store.put(sourcePath(key), createReadStream(path), file)
  const entered = await enterMedium({ key, title, userId, file }).catch(async (error: unknown) => {
    await store.remove(sourcePath(key))
    throw error
  })
  if (entered) return entered
  await store.remove(sourcePath(key))
  return (await findTwin(file.sha256)) ?? adoptFile(path, title, userId, check)
}
