import { sql } from "drizzle-orm"
import { ADVISORY_LOCKS } from "../advisory-locks.ts"
import { outboxFolder } from "../../kit/lib/outbox.server.ts"
import { explainBackupFailure } from "./backup-errors.server.ts"
import type { Header, Progress } from "./backup-format.server.ts"
import { readBackup } from "./backup-reader.server.ts"
import { listTables } from "./catalog.server.ts"
import { db, type Transaction } from "../client.server.ts"
import { bringBackFormerColumns } from "./former-columns.server.ts"
import { refuseUnlessEmpty, refuseUnlessFitting } from "./restore-checks.server.ts"
import { loadParts } from "./restore-load.server.ts"
import { forgetSecrets } from "../secrets.server.ts"
import { emptyWithoutRules } from "./table-rules.server.ts"

export type RestoreOptions = {
  file: string
  /** Where the outbox is. */
  dataDir: string
  /** Replaces what is there; otherwise only an empty database is filled. */
  overwrite: boolean
  onProgress?: (progress: Progress) => void
  /** Writes down what was done, in the same transaction: in the log that was just restored. */
  onDone?: (tx: Transaction, report: { createdAt: string; rows: number }) => Promise<void>
  /** Gives up, and changes nothing. */
  signal?: AbortSignal
}

const FAILED = "Rien n’a été restauré ni changé"

/**
 * Makes the database hold what a backup does and nothing else, all of it or (on any failure) none, and puts the mails of
 * its outbox beside those that are there. The file is checked as a whole before anything is touched.
 *
 * @returns how many rows and mails were restored, and of when they are
 * @throws BackupError when the file or the database forbids it, an AbortError after `signal`
 */
export async function restoreBackup({
  file,
  dataDir,
  overwrite,
  onProgress,
  onDone,
  signal,
}: RestoreOptions) {
  const read = (step: Progress["step"]) =>
    readBackup(file, { signal, onProgress: (done, total) => onProgress?.({ step, done, total }) })
  try {
    let copied: Header["tables"] = {}
    for await (const part of read("check")) {
      if (!("header" in part)) continue
      await refuseUnlessFitting(db, part.header)
      copied = part.header.tables
    }

    const report = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.restore})`)
      const tables = await listTables(tx)
      if (!overwrite) await refuseUnlessEmpty(tx, tables)
      const bringRulesBack = await emptyWithoutRules(tx, tables)
      // Follows from the contents, and is made anew once they are there.
      await tx.execute(sql`truncate search_documents, search_uncounted, search_vocabulary`)
      const moveFormerColumns = await bringBackFormerColumns(tx, copied)
      const loaded = await loadParts(tx, read("restore"), outboxFolder(dataDir))
      await moveFormerColumns()
      await bringRulesBack()
      await pauseLetters(tx)
      await onDone?.(tx, loaded)
      // What any process remembers of pages and secrets is no longer so.
      await tx.execute(sql`select pg_notify('cko_pages', 'all'), pg_notify('cko_restored', '')`)
      return loaded
    })
    forgetSecrets()
    return report
  } catch (error) {
    throw explainBackupFailure(error, FAILED, file)
  }
}

/**
 * What has left since the copy was made is not in it: a letter that was under way or was to leave then is not sent again by
 * itself, and the hosts say whether it goes on.
 */
async function pauseLetters(tx: Transaction) {
  const halt = JSON.stringify({ code: "RESTORED" })
  await tx.execute(
    sql`update letter_recipients set state = 'uncertain', leased_until = null where state = 'sending'`,
  )
  await tx.execute(sql`update letters set state = 'paused', halt = ${halt}::jsonb where state = 'sending'`)
  await tx.execute(
    sql`update letters set state = 'draft', scheduled_at = null where state = 'scheduled' and scheduled_at <= now()`,
  )
}
