import { createHash, randomUUID } from "node:crypto"
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { outboxFolder } from "../../kit/lib/outbox.server.ts"
import { BackupError, explainBackupFailure } from "./backup-errors.server.ts"
import { type Progress, toLine } from "./backup-format.server.ts"
import { readDatabase } from "./backup-rows.server.ts"

export type BackupOptions = {
  file: string
  /** Where the outbox is. */
  dataDir: string
  onProgress?: (progress: Progress) => void
  /** Gives up, and leaves nothing behind. */
  signal?: AbortSignal
}

const FAILED = "La copie n’a pas été écrite"

/**
 * Writes a copy of everything to a file, as of one moment, while the site goes on. A file of that name is replaced once
 * the copy is complete and on the disk. Only its owner can read it: it holds personal data.
 *
 * @returns how many rows and mails it holds, and its size in bytes
 * @throws BackupError when it cannot be written, an AbortError after `signal`
 */
export async function writeBackup({ file, dataDir, onProgress, signal }: BackupOptions) {
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`
  const counts = { rows: 0, mails: 0 }
  try {
    await refuseUnlessFile(file)
    const output = await open(partial, "wx", 0o600)
    await pipeline(
      readEverything(outboxFolder(dataDir), counts, onProgress),
      createGzip(),
      // `flush`: on the disk before it gets its name. The stream closes the file, whatever happens.
      output.createWriteStream({ flush: true }),
      { signal },
    )
    const { size: bytes } = await stat(partial)
    await rename(partial, file)
    return { ...counts, bytes }
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw explainBackupFailure(error, FAILED, file)
  }
}

/** A folder or a device must not be replaced by a file. */
async function refuseUnlessFile(file: string) {
  const found = await stat(file).catch(() => undefined)
  if (found && !found.isFile()) throw new BackupError(`${FAILED} : ${file} n’est pas un fichier.`)
}

async function* readEverything(
  outbox: string,
  counts: { rows: number; mails: number },
  onProgress?: BackupOptions["onProgress"],
) {
  const hash = createHash("sha256")
  for await (const { text, rows } of readDatabase((done, total) =>
    onProgress?.({ step: "backup", done, total }),
  )) {
    hash.update(text)
    counts.rows += rows
    yield text
  }
  // After the rows: a mail that was no longer in the queue then is a file by now.
  for (const mail of await listMails(outbox)) {
    const text = toLine({ mail, content: (await readFile(join(outbox, mail))).toString("base64") })
    hash.update(text)
    counts.mails += 1
    yield text
  }
  yield toLine({ ...counts, sha256: hash.digest("hex") })
}

async function listMails(outbox: string) {
  const names = await readdir(outbox).catch((): string[] => [])
  return names.filter((name) => name.endsWith(".eml")).toSorted()
}
