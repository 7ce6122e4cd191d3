import { createReadStream } from "node:fs"
import { mkdir, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { readBackup } from "#app/db/backup/backup-reader.server.ts"
import { writeBackup } from "#app/db/backup/backup.server.ts"
import { copiesFolder, dailyName, listCopies } from "#app/db/backup/copies.server.ts"
import { db } from "#app/db/client.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { MissingFileError } from "../store/media-store.server.ts"
import { findFileRow } from "../store/stored-files.server.ts"
import { getStore } from "../store/store.server.ts"
import { readMade } from "./asked-copy.server.ts"
import { DamagedError, explainPlaceFailure, openPlace, type Place } from "./elsewhere-place.server.ts"
import { surplusElsewhere } from "./kept-elsewhere.ts"
import { refuseUnlessRoom } from "./make-copies.server.ts"
import { blobOf } from "./media-folder.server.ts"

const sentSchema = z.object({
  /** The day that the copy is of. */
  day: z.iso.date(),
  /** When it was made. */
  at: z.iso.datetime(),
  /** How long it is there, encrypted. */
  bytes: z.int(),
  /** Of the copy as it was here; unknown of those sent before that was noted. */
  sha256: z.string().optional(),
  /** Of the library, with how many of them were not there, or damaged. */
  files: z.int(),
  missing: z.int(),
})
const failureSchema = z.object({ at: z.iso.datetime(), text: z.string() })

/** The last copy that went to the second place. */
export const readSent = () => readSetting("backup-elsewhere", sentSchema)

/** Why the last try came to nothing, in French; undefined where it did not. */
export const readSendingFailure = () => readSetting("backup-elsewhere-failure", failureSchema)

const verifiedSchema = z.object({ day: z.iso.date(), at: z.iso.datetime() })

/** The newest copy at the second place that was verified here: the day that it is of, and when it was made. */
export const readVerifiedElsewhere = () => readSetting("backup-elsewhere-verified", verifiedSchema)

/** Notes the last copy there as verified, if the very same file was here. The site cannot read what is there. */
export async function noteVerifiedElsewhere() {
  const [sent, made] = await Promise.all([readSent(), readMade()])
  if (sent?.sha256 === undefined) return
  const isVerified = Object.values(made).some(
    ({ sha256, check }) => sha256 === sent.sha256 && check?.outcome === "verified",
  )
  const { day, at } = sent
  if (isVerified) await writeSetting(db, "backup-elsewhere-verified", { day, at })
}

/**
 * Brings the newest copy to the second place, where the day's is not there yet; on a PostgreSQL server, of which no daily copies are made,
 * one that is made for this. Then deletes there what is no longer kept. One of a folder's processes does, the others leave it to that one.
 *
 * @throws BackupError when the place does not take it, or the copy cannot be made, an AbortError after `signal`
 */
export async function copyElsewhere(now = new Date(), signal?: AbortSignal) {
  const { elsewhere, dataDir } = getSettings()
  if (!elsewhere) return
  const folder = join(copiesFolder(dataDir), "elsewhere")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const endTurn = takeTurnNow(folder)
  if (!endTurn) return
  try {
    await clear(folder)
    await sendNewest(openPlace(elsewhere), folder, now, signal)
    await writeSetting(db, "backup-elsewhere-failure", null)
  } catch (error) {
    const told = explainPlaceFailure(error)
    if (!signal?.aborted) {
      const text = told instanceof BackupError ? frenchSpaces(told.message) : UNKNOWN
      await writeSetting(db, "backup-elsewhere-failure", { at: now.toISOString(), text })
    }
    throw told
  } finally {
    await clear(folder).finally(endTurn)
  }
}

const UNKNOWN =
  "La copie n’est pas partie, pour une raison que le site ne connaît pas. Son journal technique la donne."

async function sendNewest(place: Place, folder: string, now: Date, signal?: AbortSignal) {
  await place.abortLeftovers()
  const { databaseUrl, dataDir } = getSettings()
  const today = now.toISOString().slice(0, 10)
  const own = copiesFolder(dataDir)
  const name = databaseUrl
    ? dailyName(now)
    : (await listCopies(own)).findLast((copy) => copy.slice(0, 10) <= today)
  // The first one is still to be made.
  if (!name) return
  const day = name.slice(0, 10)
  const sent = await readSent()
  // That one of this name lies there says not yet that it is ours.
  if (sent?.day === day && (await place.listCopies()).get(day) === sent.bytes) return
  const file = join(databaseUrl ? folder : own, name)
  if (databaseUrl) {
    await refuseUnlessRoom(folder)
    await writeBackup({ file, dataDir, signal })
  }
  const { mtime, size } = await stat(file)
  const media = await sendMedia(place, file, signal)
  const put = await place.putCopy(day, createReadStream(file), media.needed, { bytes: size, signal })
  const { files, missing } = media
  const { bytes } = put
  await writeSetting(db, "backup-elsewhere", { day, at: mtime.toISOString(), ...put, files, missing })
  await noteVerifiedElsewhere()
  log.info({ day, bytes, files, missing, sent: media.sent }, "backup sent elsewhere")
  await deleteSurplus(place, today)
}

/** What is needed by a copy, and not there yet. */
async function sendMedia(place: Place, copy: string, signal?: AbortSignal) {
  const there = await place.listMedia()
  const needed = await listNeeded(copy, signal)
  const failed: string[] = []
  let sent = 0
  for (const [sha256, { path, bytes }] of needed) {
    signal?.throwIfAborted()
    if (there.get(sha256) === (await place.sealedBytes(bytes))) continue
    try {
      await place.putMedium(sha256, await openMedium(sha256, path, bytes), { bytes, signal })
      sent += 1
    } catch (error) {
      const isLost = error instanceof MissingFileError || error instanceof DamagedError
      if (!isLost || signal?.aborted) throw error
      // Removed from the library meanwhile is not missing.
      if (await findFileRow(path)) failed.push(path)
    }
  }
  if (failed.length > 0)
    log.error({ failed: failed.slice(0, 10) }, "media missing or damaged in a backup sent elsewhere")
  return { needed: needed.keys(), files: needed.size, missing: failed.length, sent }
}

/** From beside the copies, where removed files stay as long as these need them; otherwise from the library. */
async function openMedium(sha256: string, path: string, bytes: number) {
  const blob = blobOf(join(copiesFolder(getSettings().dataDir), "media"), sha256)
  const found = await stat(blob).catch(() => undefined)
  return found?.size === bytes ? createReadStream(blob) : getStore().read(path)
}

const rowSchema = z.object({
  path: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/**
 * The library's files that a copy needs, by their digests.
 *
 * @throws BackupError for a copy that is damaged
 */
export async function listNeeded(copy: string, signal?: AbortSignal) {
  const needed = new Map<string, { path: string; bytes: number }>()
  for await (const part of readBackup(copy, { signal })) {
    if (!("table" in part) || (part.table !== "media_files" && part.table !== "bin")) continue
    for (const row of part.rows.flatMap(part.table === "bin" ? filesOfBinned : (one) => [JSON.parse(one)])) {
      const parsed = rowSchema.safeParse(row)
      if (!parsed.success) throw new BackupError(`${copy} a été écrite par un autre programme que le site.`)
      const { sha256, path, bytes } = parsed.data
      needed.set(sha256, { path, bytes })
    }
  }
  return needed
}

const binnedSchema = z.object({ rows: z.array(z.object({ table: z.string(), row: z.unknown() })) })

/** Media in the bin may come back, with their files. */
function filesOfBinned(row: string): unknown[] {
  const { rows } = binnedSchema.parse(JSON.parse(row))
  return rows.filter(({ table }) => table === "media_files").map((kept) => kept.row)
}

/** Files of the library go only when it is known of every copy what it needs. */
async function deleteSurplus(place: Place, today: string) {
  const days = [...(await place.listCopies()).keys()]
  const surplus = surplusElsewhere(days, today)
  for (const day of surplus) await place.removeCopy(day)
  const needed = new Set<string>()
  for (const day of days.filter((one) => !surplus.includes(one))) {
    try {
      for (const sha256 of await place.readNeeded(day)) needed.add(sha256)
    } catch (error) {
      if (error instanceof MissingFileError) return
      throw error
    }
  }
  for (const sha256 of (await place.listMedia()).keys())
    if (!needed.has(sha256)) await place.removeMedium(sha256)
}

/** What a killed process left. */
async function clear(folder: string) {
  for (const name of await readdir(folder))
    if (name !== "lock") await rm(join(folder, name), { recursive: true, force: true })
}
