import { access, mkdir, readdir, rm, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { copiesFolder, listDailyCopies } from "#app/db/backup/daily-copies.server.ts"
import { writeBackup } from "#app/db/backup/backup.server.ts"
import { db } from "#app/db/client.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { backUpMedia } from "#app/media/backup/media-backup.server.ts"
import { mediaFolderOf, pruneBlobs } from "#app/media/backup/media-folder.server.ts"
import { openStores } from "#app/media/store/store.server.ts"
import { readSettings } from "#app/base/settings/site-settings.server.ts"
import { defineJob, minutes } from "#app/jobs/job.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

const LEFTOVER = /^\d{4}-\d{2}-\d{2}\.cko\.gz\..*\.partial$/

/**
 * Copies the embedded database once a day (in UTC) to `backups` in the data folder: in the hour after midnight, and again where that
 * failed. A copy under way when the site ends is given up, and made after the next start.
 */
export const dailyBackups = (dataDir: string) =>
  defineJob({
    name: "daily-backups",
    firstMs: minutes(1),
    everyMs: minutes(60),
    run: ({ signal }) => keepDailyBackups(dataDir, new Date(), signal),
    failed: "daily backup failed",
  })

/**
 * Makes the day's copy where it is missing, and deletes all copies but the newest ones, as many as hosts set, and what a killed process left;
 * one of a folder's processes does, the others leave it to that one.
 *
 * @throws BackupError when it cannot be written, an Error when the disk has no room for it, an AbortError after `signal`
 */
export async function keepDailyBackups(dataDir: string, now: Date, signal?: AbortSignal) {
  const folder = copiesFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const endTurn = takeTurnNow(folder)
  if (!endTurn) return
  try {
    await keepCopies(folder, dataDir, now, signal)
  } finally {
    endTurn()
  }
}

async function keepCopies(folder: string, dataDir: string, now: Date, signal?: AbortSignal) {
  for (const name of await readdir(folder))
    if (LEFTOVER.test(name)) await rm(join(folder, name), { force: true })
  const file = join(folder, `${now.toISOString().slice(0, 10)}.cko.gz`)
  const isMade = await access(file).then(
    () => true,
    () => false,
  )
  if (isMade) return
  await refuseUnlessRoom(folder)
  // Before, since files may be removed after the rows were read, and after, for those that came meanwhile.
  await takeMedia(file, dataDir, signal)
  const report = await writeBackup({ file, dataDir, signal })
  const media = await takeMedia(file, dataDir, signal)
  log.info({ file, ...report, ...media }, "daily backup written")
  const { dailyCopies } = await readSettings("retention")
  for (const name of (await listDailyCopies(folder)).slice(0, -dailyCopies))
    await rm(join(folder, name), { force: true })
  await pruneMedia(folder)
}

/**
 * The library's files beside the copies, as second names of the same files where the disk has such. A bucket's stay there: they
 * could fill this disk. A failure must not keep the database from being copied.
 */
async function takeMedia(file: string, dataDir: string, signal?: AbortSignal) {
  if (getSettings().bucket) return undefined
  const folder = mediaFolderOf(file)
  try {
    const { files, failed } = await backUpMedia(openStores({ dataDir }).target, {
      folder,
      hasLinks: true,
      signal,
    })
    if (failed.length > 0)
      log.error({ failed: failed.slice(0, 10) }, "media missing or damaged in a daily backup")
    return { media: files }
  } catch (error) {
    if (!signal?.aborted) log.error(error, "media not in a daily backup")
  }
}

/** What none of the copies needs that are kept. */
async function pruneMedia(folder: string) {
  const copies = await listDailyCopies(folder)
  const times = await Promise.all(copies.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  if (times.length > 0) await pruneBlobs(join(folder, "media"), new Date(Math.min(...times)))
}

/** A copy that fills the disk would break the database, which lies on the same one. A copy is never as large as that. */
async function refuseUnlessRoom(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  if (bavail * bsize < (rows[0]?.bytes ?? 0)) throw new Error("the disk has no room for a backup")
}
