import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import type { Transaction } from "../client.server.ts"
import { readBackup } from "./backup-reader.server.ts"
import { readRows } from "./backup.server.ts"
import { listSequences } from "./catalog.server.ts"

/** What was restored is not what the copy holds: in French, what differs. */
export class DifferenceError extends Error {
  override name = "DifferenceError"
}

type Options = { file: string; dataDir: string; onBatch?: () => void; signal?: AbortSignal }

/**
 * Compares rows, sequences and mails that were restored with what the copy itself says: of each table how many rows there are, and a digest of
 * all of them. Rows are compared as PostgreSQL writes them, for the copy and now.
 *
 * @param tx in which the copy was put into an empty database, before anything else was done there (`onLoaded` of `restoreBackup`)
 * @param options.dataDir where its mails were put, into an empty outbox
 * @param options.onBatch is told now and then that it goes on
 * @throws DifferenceError naming the first table that differs, BackupError for a file that is damaged, AbortError after `signal`
 */
export async function refuseDifference(tx: Transaction, { file, dataDir, onBatch, signal }: Options) {
  const tables = new Map<string, { columns: string[]; copied: Held }>()
  const sequences = new Map<string, string | null>()
  for await (const part of readBackup(file, { signal })) {
    onBatch?.()
    if ("header" in part) {
      for (const [name, columns] of Object.entries(part.header.tables))
        tables.set(name, { columns, copied: { rows: 0, digest: 0n } })
    } else if ("rows" in part) {
      const copied = tables.get(part.table)?.copied
      for (const row of part.rows) if (copied) addRow(copied, row)
    } else if ("sequence" in part) {
      sequences.set(part.sequence, part.last)
    } else {
      const restored = await readFile(join(outboxFolder(dataDir), part.mail), "base64")
      if (restored !== part.content) throw new DifferenceError(`l’e-mail ${part.mail} n’est pas le même`)
    }
  }
  for (const [name, { columns, copied }] of tables) {
    const restored = { rows: 0, digest: 0n }
    for await (const rows of readRows(tx, { name, columns })) {
      signal?.throwIfAborted()
      onBatch?.()
      for (const row of rows) addRow(restored, row)
    }
    if (restored.rows !== copied.rows)
      throw new DifferenceError(
        `la table ${name} a ${restored.rows} lignes une fois restaurée, et ${copied.rows} dans la copie`,
      )
    if (restored.digest !== copied.digest)
      throw new DifferenceError(`la table ${name} n’a pas le même contenu une fois restaurée`)
  }
  for (const { sequence, last } of await listSequences(tx))
    if (sequences.has(sequence) && sequences.get(sequence) !== last)
      throw new DifferenceError(`la numérotation ${sequence} n’est pas la même une fois restaurée`)
}

type Held = { rows: number; digest: bigint }

const MODULUS = 1n << 256n

/** A sum, since rows come in any order; and not one that two equal rows would take away from each other. */
function addRow(held: Held, row: string) {
  held.rows += 1
  held.digest = (held.digest + BigInt(`0x${createHash("sha256").update(row).digest("hex")}`)) % MODULUS
}
