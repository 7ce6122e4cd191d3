import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { record } from "#app/db/audit.server.ts"
import { copiesFolder, dailyName, isCopyName, isDaily, listCopies } from "#app/db/backup/copies.server.ts"
import { db } from "#app/db/client.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { readAsked, readFailure, readMade } from "#app/media/backup/asked-copy.server.ts"
import { mediaFolderOf } from "#app/media/backup/media-folder.server.ts"
import { type Download, isMissing, type Part, statFile } from "../downloads/send-download.server.ts"
import { partsOfArchive } from "./archive.ts"

const folder = () => copiesFolder(getSettings().dataDir)

/** The copies that the site made, the newest first, with what they hold as far as that is known. */
export async function listBackups() {
  const [names, made] = await Promise.all([listCopies(folder()), readMade()])
  const found = await Promise.all(
    names.toReversed().map(async (name) => {
      const file = await statFile(join(folder(), name))
      return file && { name, isDaily: isDaily(name), at: file.mtime, bytes: file.size, ...made[name] }
    }),
  )
  return found.flatMap((copy) => copy ?? [])
}

/** The copy under way with what is written of it so far, in bytes, and why the last one failed. */
export async function readBackupState() {
  const [asked, failure] = await Promise.all([readAsked(), readFailure()])
  if (!asked) return { asked: undefined, written: 0, failure }
  const names = await readdir(folder()).catch((): string[] => [])
  const partial = names.find((name) => name.startsWith(`${asked.name}.`))
  const written = partial ? await statFile(join(folder(), partial)) : undefined
  return { asked, written: written?.size ?? 0, failure }
}

/** The file of a copy; undefined where there is none of that name. */
export async function statCopy(name: string) {
  if (!isCopyName(name)) return undefined
  const file = join(folder(), name)
  const found = await statFile(file)
  return found && { file, mtimeMs: found.mtimeMs, size: found.size }
}

/** From when on the next daily copy is made; `now` where the day's is still missing. */
export function nextDaily(names: string[], now: Date) {
  if (!names.includes(dailyName(now))) return now
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

/** @returns false where there is none of that name */
export async function deleteBackup(name: string) {
  if (!isCopyName(name)) return false
  try {
    await db.transaction(async (tx) => {
      await record(tx, { action: "delete", kind: "backup", title: name })
      await rm(join(folder(), name))
    })
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * What is sent under a name: of « 2026-11-26.cko.gz » the copy alone, of « 2026-11-26.tar » with the library's files beside it, as
 * restoring needs them. Undefined where there is no such copy.
 */
export async function findBackupFile(name: string): Promise<Download | undefined> {
  const isArchive = name.endsWith(ARCHIVE)
  const copy = isArchive ? name.slice(0, -ARCHIVE.length) + COPY : name
  if (!isCopyName(copy)) return undefined
  const file = join(folder(), copy)
  const found = await statFile(file)
  if (!found) return undefined
  const own = { name: copy, bytes: found.size, file }
  const parts: Part[] = isArchive
    ? partsOfArchive([own, ...(await listBlobs(mediaFolderOf(file), found.mtimeMs))])
    : [own]
  return {
    name,
    parts,
    modifiedAt: found.mtime,
    // Not x-tar, which is packed on the way: its length and its parts would be others.
    type: isArchive ? "application/octet-stream" : "application/gzip",
    size: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

const COPY = ".cko.gz"
const ARCHIVE = ".tar"

/** What a copy is called together with the library's files. */
export const archiveOf = (name: string) => name.slice(0, -COPY.length) + ARCHIVE

/** Where a copy lies, as a shell reads it. */
export const placeOf = (name: string) => quoted(join(folder(), name))

const quoted = (path: string) => (/[^\w./-]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : path)

/** The files of the library that a copy needs, and those that came later: all that was there is marked anew at each copy. */
async function listBlobs(media: string, since: number) {
  const names = await readdir(media, { recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const blobs = []
  for (const name of names.toSorted()) {
    if (!/^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name)) continue
    const found = await statFile(join(media, name))
    if (found && found.mtimeMs >= since)
      blobs.push({ name: `media/${name}`, bytes: found.size, file: join(media, name) })
  }
  return blobs
}
