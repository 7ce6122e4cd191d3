import { DrizzleQueryError } from "drizzle-orm"

/** Why there is no backup, or why nothing was restored: one French line that says what to do. Its cause is what was answered. */
export class BackupError extends Error {
  override name = "BackupError"
}

const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: "ce fichier, ou son dossier, n’existe pas",
  ENOTDIR: "son dossier n’existe pas",
  EISDIR: "c’est un dossier ; donnez le nom d’un fichier",
  EACCES: "les droits manquent pour y accéder",
  EPERM: "les droits manquent pour y accéder",
  EROFS: "ce disque est en lecture seule",
  ENOSPC: "le disque est plein ; faites de la place, puis recommencez",
  EDQUOT: "le disque est plein ; faites de la place, puis recommencez",
}

/**
 * Says what an operator can do something about.
 *
 * @param failed what came to nothing, as the beginning of a French sentence
 * @returns a BackupError for what files and the database answer; any other error as it is
 */
export function explainBackupFailure(error: unknown, failed: string, file: string) {
  if (!(error instanceof Error)) return error
  // Not its own message, which has all the parameters: whole batches of rows.
  if (error instanceof DrizzleQueryError)
    return new BackupError(`${failed} : ${error.cause?.message}`, { cause: error.cause })
  const problem = "code" in error ? FILE_PROBLEMS[String(error.code)] : undefined
  return problem ? new BackupError(`${failed} : ${file} : ${problem}.`, { cause: error }) : error
}
