import { createWriteStream } from "node:fs"
import { mkdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Decrypter, identityToRecipient } from "age-encryption"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import type { ElsewhereSettings } from "#app/kit/lib/settings.server.ts"
import { MissingFileError } from "../store/media-store.server.ts"
import { DamagedError, folderOfKey, openPlace, type Place, webStreamOf } from "./elsewhere-place.server.ts"
import { listNeeded } from "./elsewhere.server.ts"
import { copyToBlob, blobOf, keepBlob, mediaFolderOf } from "./media-folder.server.ts"

type Fetched = {
  /** What the host's file of keys says. */
  keys: string
  /** « 2026-11-26 »; the newest where none is given. */
  day?: string
  folder: string
  onFile?: (done: number, total: number) => void
  signal?: AbortSignal
}

/**
 * Brings a copy from the second place into a folder, decrypted, with the library's files that it needs beside it, as restoring wants them.
 * What an earlier try brought is not fetched again.
 *
 * @returns the file, how many files of the library it needs, and the digests of those that are not there, or damaged
 * @throws BackupError for keys that open nothing there, and for a copy that is damaged or not there
 */
export async function fetchCopy(elsewhere: ElsewhereSettings, options: Fetched) {
  const { keys, folder, onFile, signal } = options
  const { decrypter, recipients } = await readKeys(keys)
  const { place, day } = await findCopy(elsewhere, recipients, options.day)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${day}.cko.gz`)
  const partial = `${file}.partial`
  try {
    const opened = await decrypted(await place.readCopy(day), decrypter)
    await pipeline(opened, createWriteStream(partial, { mode: 0o600, flush: true }), { signal })
    await rename(partial, file)
  } catch (error) {
    throw error instanceof DamagedError ? new BackupError(damagedText(day)) : error
  } finally {
    await rm(partial, { force: true })
  }
  const needed = await listNeeded(file, signal).catch(async (error: unknown) => {
    await rm(file)
    throw error
  })
  const failed: string[] = []
  let done = 0
  for (const [sha256, { bytes }] of needed) {
    signal?.throwIfAborted()
    const blob = blobOf(mediaFolderOf(file), sha256)
    if (!(await keepBlob(blob, bytes)) && !(await fetchMedium(place, decrypter, sha256, blob, signal)))
      failed.push(sha256)
    onFile?.((done += 1), needed.size)
  }
  return { file, files: needed.size, failed }
}

const damagedText = (day: string) =>
  `La copie du ${day} est abîmée ou incomplète, ou n’a pas été mise là par le site. Rien n’en a été gardé. Prenez-en une autre avec --date.`

/** Whose copies are meant, and of which day. */
async function findCopy(elsewhere: ElsewhereSettings, recipients: string[], day?: string) {
  let newest: { place: Place; day: string } | undefined
  for (const recipient of recipients) {
    const place = openPlace({ ...elsewhere, recipient })
    for (const one of (await place.listCopies()).keys())
      if ((day === undefined || one === day) && (!newest || one > newest.day)) newest = { place, day: one }
  }
  if (newest) return newest
  const others = await openPlace(elsewhere).listKeys()
  if (recipients.some((recipient) => others.includes(folderOfKey(recipient))))
    throw new BackupError(
      `Il n’y a pas de copie du ${day} pour cette clé. Sans --date, c’est la plus récente.`,
    )
  throw new BackupError(
    others.length === 0
      ? "Il n’y a aucune copie dans ce bucket. Vérifiez BACKUP_S3_BUCKET."
      : `Cette clé n’ouvre aucune des copies de ce bucket. Il faut la clé secrète dont la clé publique finit par ${others.join(" ou ")}.`,
  )
}

async function fetchMedium(
  place: Place,
  decrypter: Decrypter,
  sha256: string,
  blob: string,
  signal?: AbortSignal,
) {
  try {
    return await copyToBlob(await decrypted(await place.readMedium(sha256), decrypter), blob, sha256, signal)
  } catch (error) {
    if (error instanceof MissingFileError || error instanceof DamagedError) return false
    throw error
  }
}

/** @throws DamagedError, also while it is read, for what is not encrypted for these keys, or not whole */
async function decrypted(source: Readable, decrypter: Decrypter) {
  // What broke the connection off is no damage.
  const explain = (error: unknown) => {
    const { errored } = source
    source.destroy()
    return errored ?? new DamagedError("not encrypted for these keys, or not whole", { cause: error })
  }
  const opened = await decrypter.decrypt(webStreamOf(source)).catch((error: unknown) => {
    throw explain(error)
  })
  async function* read() {
    try {
      yield* opened
    } catch (error) {
      throw explain(error)
    }
  }
  return Readable.from(read(), { objectMode: false })
}

/** @returns what opens, and the public keys of it */
async function readKeys(keys: string) {
  const identities = keys.split(/\r?\n/).flatMap((line) => {
    const text = line.trim()
    return text === "" || text.startsWith("#") ? [] : [text]
  })
  if (identities.length === 0 || !identities.every((one) => one.startsWith("AGE-SECRET-KEY-")))
    throw new BackupError(
      "Ce fichier n’est pas celui de la clé secrète de age (une ligne qui commence par AGE-SECRET-KEY-).",
    )
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
    const recipients = await Promise.all(identities.map((identity) => identityToRecipient(identity)))
    return { decrypter, recipients }
  } catch {
    // Not what the library says: it names the key.
    throw new BackupError("Cette clé secrète n’est pas entière, ou mal recopiée. Reprenez-la telle quelle.")
  }
}
