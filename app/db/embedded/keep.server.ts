import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { cp, open, readdir, rename, stat, statfs } from "node:fs/promises"
import { join } from "node:path"
import { joinEmbedded } from "./embedded.server.ts"
import { EmbeddedDatabaseError } from "./embedded-error.ts"
import { databaseFolder, syncFolder } from "./folder.server.ts"
import { takeTurn, useFolder } from "./folder-users.server.ts"
import {
  forgetKept,
  keptFolder,
  now,
  readUpdate,
  undo,
  unfinishedFolder,
  type Update,
  writeUpdate,
} from "./update.server.ts"

/** Beside the copy, what the new program writes before it is tried. */
const MARGIN_BYTES = 500e6

/**
 * Begins an update of a stopped site: puts its embedded database aside, byte for byte, and leaves the folder to the new program.
 *
 * @param dataDir without symbolic links
 * @param moves leaves nothing in its place: the new program has another major version of PostgreSQL, and fills a database of its own
 * @returns the update, which is undone by whoever opens the folder next unless it is being tried
 * @throws EmbeddedDatabaseError when somebody has the database open, or the disk has no room
 */
export async function keepDatabase(
  dataDir: string,
  programs: Pick<Update, "from" | "to">,
  { moves }: { moves: boolean },
): Promise<Update> {
  // What a killed site left is mended, and what an earlier update left is settled.
  await (await joinEmbedded(dataDir)).leave()
  return alone(dataDir, async () => {
    await forgetKept(dataDir)
    const [database, kept] = [databaseFolder(dataDir), keptFolder(dataDir)]
    await refuseUnlessRoom(database)
    const update = { ...programs, id: randomUUID(), ...now("keeping") }
    await writeUpdate(dataDir, update)
    try {
      if (moves) await rename(database, kept)
      else await copyWhole(database, unfinishedFolder(dataDir), kept)
      await syncFolder(dataDir)
      const kepts: Update = { ...update, ...now("trying") }
      await writeUpdate(dataDir, kepts)
      return kepts
    } catch (error) {
      await undo(dataDir, update, "la base n’a pas pu être mise de côté")
      throw error
    }
  })
}

/** Says that the new program goes well: from now on it is the site as soon as it starts. */
export async function endTrial(dataDir: string, id: string) {
  await alone(dataDir, async () => {
    const update = await readUpdate(dataDir)
    if (update?.id !== id || update.state !== "trying") throw new EmbeddedDatabaseError(GONE)
    await writeUpdate(dataDir, { ...update, ...now("ready") })
  })
}

/** Puts the database of before back, also after the new program was the site. @param reason why, in French */
export async function undoUpdate(dataDir: string, id: string, reason: string) {
  await alone(dataDir, async () => {
    const update = await readUpdate(dataDir)
    if (update?.id === id) await undo(dataDir, update, reason)
  })
}

/** Ends an update that went well, while the site runs. */
export const endUpdate = (dataDir: string) => takeTurn(dataDir, () => forgetKept(dataDir))

/** Does something with a folder that nobody has open. @throws EmbeddedDatabaseError where somebody has */
export async function alone<Result>(dataDir: string, work: () => Promise<Result>) {
  return takeTurn(dataDir, async () => {
    const use = useFolder(dataDir)
    try {
      if (!use.isFirst) throw new EmbeddedDatabaseError(inUseText(dataDir))
      return await work()
    } finally {
      use.leave()
    }
  })
}

/** Of the name that it ends with once it is whole, and on the disk. */
async function copyWhole(from: string, unfinished: string, whole: string) {
  await cp(from, unfinished, {
    recursive: true,
    preserveTimestamps: true,
    // Where the file system can, nothing is copied before it changes.
    mode: constants.COPYFILE_FICLONE,
  })
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const handle = await open(join(entry.parentPath, entry.name))
    await handle.sync().finally(() => handle.close())
  }
  await rename(unfinished, whole)
}

async function refuseUnlessRoom(database: string) {
  const { bavail, bsize } = await statfs(database)
  const needed = (await sizeOf(database)) + MARGIN_BYTES
  if (bavail * bsize < needed) throw new EmbeddedDatabaseError(noRoomText(needed))
}

/** A folder's files together, in bytes. */
export async function sizeOf(folder: string) {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

const GONE = "Le site a été démarré pendant sa mise à jour : elle est défaite."

function inUseText(dataDir: string) {
  return `Le site du dossier ${dataDir} tourne, ou une commande y travaille : arrêtez-le d’abord.`
}

function noRoomText(bytes: number) {
  const gigabytes = (bytes / 1e9).toLocaleString("fr-FR", { maximumFractionDigits: 1 })
  return `Il faut ${gigabytes} Go libres sur le disque pour mettre la base de côté : faites de la place, puis recommencez.`
}
