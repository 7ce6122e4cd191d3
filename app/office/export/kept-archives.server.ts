import { mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { type Download, isMissing, statFile } from "../downloads/send-download.server.ts"
import { forgetMade, isArchiveName } from "./asked-export.server.ts"

const PARTIAL = ".partial"
/** An archive is to be taken, not to be kept here. */
const KEPT_DAYS = 7
const DAY_MS = 86_400_000

/** Where a data folder has the archives that the site makes. */
const archivesFolder = () => join(getSettings().dataDir, "exports")

/** Makes it where it is not there yet. @returns where it is */
export async function makeArchivesFolder() {
  const folder = archivesFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Where an archive lies, by its name. */
export const archiveFile = (name: string) => join(archivesFolder(), name)

/** The archives of this data folder, the newest first: one, but for the moment in which another takes its place. */
export async function listArchives() {
  const found = await Promise.all(
    (await readFolder()).filter(isArchiveName).map(async (name) => {
      const file = await statFile(archiveFile(name))
      return file && { name, at: file.mtime, bytes: file.size, until: endOf(file.mtime) }
    }),
  )
  return found.flatMap((archive) => archive ?? []).toSorted((one, other) => (one.name < other.name ? 1 : -1))
}

const endOf = (madeAt: Date) => new Date(madeAt.getTime() + KEPT_DAYS * DAY_MS)

/** What is sent under a name; undefined where there is no such archive. */
export async function findArchive(name: string): Promise<Download | undefined> {
  const found = isArchiveName(name) ? await statFile(archiveFile(name)) : undefined
  return (
    found && {
      ...{
        name,
        type: name.endsWith(".xml") ? "application/xml" : "application/zip",
        size: found.size,
        modifiedAt: found.mtime,
      },
      parts: [{ bytes: found.size, file: archiveFile(name) }],
    }
  )
}

/** @returns false where there is none of that name */
export async function deleteArchive(name: string) {
  if (!isArchiveName(name)) return false
  try {
    await db.transaction(async (tx) => {
      await record(tx, { action: "delete", kind: "archive", title: name })
      await forgetMade(tx, name)
      await rm(archiveFile(name))
    })
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Takes away what a killed process left, and archives that lay here long enough, unless a process is at it. */
export async function tidyArchives(now = new Date()) {
  if ((await readFolder()).length === 0) return
  await inArchives(async () => {
    const old = (await listArchives()).filter(({ until }) => until <= now).map(({ name }) => name)
    await removeAll((name) => old.includes(name))
    for (const name of old) await forgetMade(db, name)
  })
}

/**
 * Does what only one of a data folder's processes may do with its archives at a time: what another one left half-done is gone by then.
 *
 * @returns undefined where another process is at it
 */
export async function inArchives<Result>(work: () => Promise<Result>) {
  const folder = await makeArchivesFolder()
  const endTurn = takeTurnNow(folder)
  if (!endTurn) return undefined
  try {
    await removeAll((name) => name.endsWith(PARTIAL))
    return await work()
  } finally {
    endTurn()
  }
}

/** Once another one is whole. */
export const removeArchivesBut = (kept: string) => removeAll((name) => isArchiveName(name) && name !== kept)

async function removeAll(isGone: (name: string) => boolean) {
  for (const name of await readFolder()) if (isGone(name)) await rm(archiveFile(name), { force: true })
}

function readFolder() {
  return readdir(archivesFolder()).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}
