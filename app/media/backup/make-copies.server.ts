import { access, mkdir, readdir, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { writeBackup } from "#app/db/backup/backup.server.ts"
import { copiesFolder, dailyName, findSurplus, isCopyName, listCopies } from "#app/db/backup/copies.server.ts"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { readSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { openStores } from "../store/store.server.ts"
import { endAsking, noteFailure, noteMade, noteStarts, readAsked } from "./asked-copy.server.ts"
import { backUpMedia } from "./media-backup.server.ts"
import { mediaFolderOf, pruneBlobs } from "./media-folder.server.ts"

/** Whatever ends the process that makes a copy would end each one that tries. */
const MAX_STARTS = 3

/**
 * Makes the day's copy where it is missing, and deletes what is no longer kept, and what a killed process left; one of a folder's processes
 * does, the others leave it to that one.
 *
 * @throws BackupError when it cannot be written, or when the disk has no room for it, an AbortError after `signal`
 */
export function keepDailyBackups(dataDir: string, now: Date, signal?: AbortSignal) {
  return inTurn(dataDir, async (folder) => {
    try {
      await makeCopy(join(folder, dailyName(now)), dataDir, signal)
    } catch (error) {
      if (!signal?.aborted) await noteFailure(error, now)
      throw error
    }
  })
}

/** Makes the copy that somebody asked for, if anybody did. Begun three times and never ended, it has failed. @throws as `keepDailyBackups` */
export async function makeAskedCopy(dataDir: string, signal?: AbortSignal) {
  if (!(await readAsked())) return
  await inTurn(dataDir, async (folder) => {
    // Whose turn was before may have made it.
    const asked = await readAsked()
    if (!asked) return
    try {
      if (asked.starts >= MAX_STARTS) throw new BackupError(ENDED)
      await noteStarts(asked, asked.starts + 1)
      await makeCopy(join(folder, asked.name), dataDir, signal)
    } catch (error) {
      // Another process goes on, or this one after its next start.
      if (signal?.aborted) return noteStarts(asked, asked.starts)
      await noteFailure(error)
      await endAsking()
      throw error
    }
    await endAsking()
  })
}

const ENDED =
  "La copie n’a pas été écrite\u00a0: trois fois, le site s’est arrêté pendant qu’il la faisait. Regardez la place sur le disque et la mémoire de la machine, puis recommencez."

async function inTurn(dataDir: string, work: (folder: string) => Promise<void>) {
  const folder = copiesFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const endTurn = takeTurnNow(folder)
  if (!endTurn) return
  try {
    for (const name of await readdir(folder))
      if (isLeftover(name)) await rm(join(folder, name), { force: true })
    await work(folder)
  } finally {
    endTurn()
  }
}

const isLeftover = (name: string) => isCopyName(name.replace(/\.[^.]*\.partial$/, "")) && !isCopyName(name)

async function makeCopy(file: string, dataDir: string, signal?: AbortSignal) {
  const folder = copiesFolder(dataDir)
  const isMade = await access(file).then(
    () => true,
    () => false,
  )
  if (isMade) return
  await refuseUnlessRoom(folder)
  // Before, since files may be removed after the rows were read, and after, for those that came meanwhile.
  await takeMedia(file, dataDir, signal)
  const report = await writeBackup({ file, dataDir, signal })
  const taken = await takeMedia(file, dataDir, signal)
  log.info({ file, ...report, ...taken }, "backup written")
  const { dailyCopies } = await readSettings("retention")
  for (const name of findSurplus(await listCopies(folder), dailyCopies))
    await rm(join(folder, name), { force: true })
  const { rows, sha256 } = report
  await noteMade(file.slice(folder.length + 1), { rows, sha256, ...taken }, await listCopies(folder))
  await pruneMedia(folder)
}

/**
 * The library's files beside the copies, as second names of the same files where the disk has such. A bucket's stay there: they
 * could fill this disk. A failure must not keep the database from being copied.
 */
async function takeMedia(file: string, dataDir: string, signal?: AbortSignal) {
  if (getSettings().bucket) return undefined
  const folder = mediaFolderOf(file)
  let mediaBytes = 0
  try {
    const { files, failed } = await backUpMedia(openStores({ dataDir }).target, {
      folder,
      hasLinks: true,
      onBytes: (bytes) => (mediaBytes += bytes),
      signal,
    })
    if (failed.length > 0) log.error({ failed: failed.slice(0, 10) }, "media missing or damaged in a backup")
    return { media: await db.$count(media), files, mediaBytes, missing: failed.length }
  } catch (error) {
    if (!signal?.aborted) log.error(error, "media not in a backup")
  }
}

/** What none of the copies needs that are kept. */
async function pruneMedia(folder: string) {
  const copies = await listCopies(folder)
  const times = await Promise.all(copies.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  if (times.length > 0) await pruneBlobs(join(folder, "media"), new Date(Math.min(...times)))
}

/** A copy that fills the disk would break the database, which lies on the same one. A copy is never as large as that. */
export async function refuseUnlessRoom(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  if (bavail * bsize < (rows[0]?.bytes ?? 0))
    throw new BackupError(
      "La copie n’a pas été écrite\u00a0: le disque n’a pas assez de place. Faites-en, ou supprimez d’anciennes copies, puis recommencez.",
    )
}
