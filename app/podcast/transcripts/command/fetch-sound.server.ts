import { createWriteStream } from "node:fs"
import { rename, symlink } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { openBytes } from "#app/media/processing/open-bytes.server.ts"
import { recognise } from "#app/media/processing/recognise.ts"
import { RefusedFileError } from "#app/media/processing/refused.ts"
import { findServedFile } from "#app/media/served-file.server.ts"
import { getStore } from "#app/media/store/store.server.ts"

/** Twelve hours in good quality. */
const MAX_BYTES = 1_000_000_000
const SILENCE_MS = 60_000
const TOTAL_MS = 7_200_000

const EXTENSIONS: Record<string, string> = {
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/ogg": "ogg",
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/webm": "webm",
  "video/mp4": "mp4",
  "video/webm": "webm",
}

export type FetchedSound = { file: string; type: string; release: () => Promise<void> }

/**
 * A sound as a file of this machine whose name ends as its kind does, for programs that go by that: of the library without
 * copying it, otherwise downloaded into a folder.
 *
 * @throws RefusedFileError, FetchError or MissingFileError when it cannot be had
 */
export async function fetchSound(
  address: string,
  folder: string,
  { signal, guard }: { signal: AbortSignal; guard?: AddressGuard },
): Promise<FetchedSound> {
  const key = mediaKey(address)
  if (key !== undefined) return fromLibrary(key, folder)
  if (address.startsWith("/")) throw new RefusedFileError(NOT_OURS)
  const { body } = await guardedFetch(address, {
    guard,
    maxBytes: MAX_BYTES,
    silenceMs: SILENCE_MS,
    totalMs: TOTAL_MS,
    signal,
  })
  const downloaded = join(folder, "sound")
  await pipeline(body, createWriteStream(downloaded, { mode: 0o600 }), { signal })
  const type = await typeOf(downloaded)
  const file = `${downloaded}.${EXTENSIONS[type] ?? "mp3"}`
  await rename(downloaded, file)
  return { file, type, release: () => Promise.resolve() }
}

async function fromLibrary(key: string, folder: string): Promise<FetchedSound> {
  const found = await findServedFile(key, "")
  // It may still be worked on, which passes as other hosts' troubles do.
  if (!found) throw new FetchError("away", "unready", NOT_READY)
  if (found.kind !== "audio" && found.kind !== "video") throw new RefusedFileError(NOT_OURS)
  const { file: local, release } = await getStore().local(found.path)
  const file = join(folder, `sound.${EXTENSIONS[found.type] ?? "mp3"}`)
  try {
    await symlink(local, file)
  } catch (error) {
    await release()
    throw error
  }
  return { file, type: found.type, release }
}

/** What nobody here knows may still be something to the program that is asked. */
async function typeOf(file: string) {
  const bytes = await openBytes(file)
  try {
    return (await recognise(bytes)).type
  } catch (error) {
    if (error instanceof RefusedFileError) return ""
    throw error
  } finally {
    await bytes.close()
  }
}

const NOT_READY = "Le son de cet épisode n’est pas prêt dans la médiathèque."
const NOT_OURS = "Le son de cet épisode n’est pas un fichier de la médiathèque."
