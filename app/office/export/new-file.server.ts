import type { WriteStream } from "node:fs"
import { access, open, rename, rm, stat } from "node:fs/promises"
import { explainBackupFailure } from "#app/db/backup/backup-errors.server.ts"
import { ExportError } from "./export-error.ts"

const FAILED = "L’archive n’a pas été écrite"
const PIECE_BYTES = 262_144

/**
 * Writes a file that has its name once it is whole and on the disk; what a killed process left (`.partial`) goes with the next one
 * of that name. Only its owner can read it.
 *
 * @param write writes all of it and ends the stream
 * @returns what `write` does, and the size in bytes
 * @throws ExportError where there is a file of that name, BackupError when it cannot be written, and what `write` throws
 */
export async function writeNewFile<Report>(file: string, write: (output: WriteStream) => Promise<Report>) {
  const partial = `${file}.partial`
  await refuseExisting(file)
  try {
    await rm(partial, { force: true })
    const output = await open(partial, "wx", 0o600)
    const { ino } = await output.stat()
    try {
      // `flush`: on the disk before it gets its name. The stream closes the file, whatever happens.
      const report = await write(output.createWriteStream({ flush: true, highWaterMark: PIECE_BYTES }))
      await refuseExisting(file)
      if ((await stat(partial)).ino !== ino)
        throw new ExportError(`${FAILED}\u00a0: une autre commande écrit le même fichier.`)
      const { size: bytes } = await stat(partial)
      await rename(partial, file)
      return { report, bytes }
    } catch (error) {
      if ((await stat(partial).catch(() => undefined))?.ino === ino) await rm(partial, { force: true })
      throw error
    }
  } catch (error) {
    throw explainBackupFailure(error, FAILED, file)
  }
}

/** @throws ExportError where there is something of that name */
export async function refuseExisting(file: string) {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere)
    throw new ExportError(`${FAILED}\u00a0: ${file} existe déjà. Donnez un autre nom, ou supprimez-le.`)
}
