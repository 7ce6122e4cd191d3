import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/**
 * Takes a data folder for this process alone. The lock is an open SQLite transaction: a lock of the operating system,
 * which ends with the process however it ends, so that a killed one never leaves a stale lock behind.
 *
 * @returns the function that gives the folder back
 * @throws DataFolderInUseError when another process has it
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, "lock"))
  try {
    lock.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    lock.close()
    if (error instanceof Error && error.message.includes("database is locked")) {
      throw new DataFolderInUseError(dataDir)
    }
    throw error
  }
  return () => lock.close()
}

export class DataFolderInUseError extends Error {
  override name = "DataFolderInUseError"

  constructor(dataDir: string) {
    super(
      `Un autre processus utilise déjà le dossier de données ${dataDir}. ` +
        "Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR.",
    )
  }
}
