import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type SQL, sql } from "drizzle-orm"
import type { Mail, Sequence } from "./backup-format.server.ts"
import type { Batch, Part } from "./backup-reader.server.ts"
import { nameColumns } from "./catalog.server.ts"
import type { Transaction } from "../client.server.ts"

/**
 * Puts a backup's rows into empty tables, sets the sequences, and writes the mails to the outbox.
 *
 * @returns how many rows and mails there were, and the time that the copy is of
 */
export async function loadParts(tx: Transaction, parts: AsyncIterable<Part>, outbox: string) {
  const report = { createdAt: "", rows: 0, mails: 0 }
  const columns = new Map<string, SQL>()
  for await (const part of parts) {
    if ("header" in part) {
      report.createdAt = part.header.createdAt
      for (const [table, names] of Object.entries(part.header.tables)) columns.set(table, nameColumns(names))
    } else if ("rows" in part) {
      await insert(tx, part, columns.get(part.table))
      report.rows += part.rows.length
    } else if ("sequence" in part) {
      await setSequence(tx, part)
    } else {
      await writeMail(outbox, part)
      report.mails += 1
    }
  }
  return report
}

/** Columns that the copy does not know take their defaults. */
async function insert(tx: Transaction, { table, rows }: Batch, columns: SQL | undefined) {
  if (!columns) throw new Error(`the header does not name the table ${table}`)
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.identifier(table)}, ${`[${rows.join(",")}]`})`)
}

/** No transaction takes a sequence back, except one that started it over, as emptying its table did. */
async function setSequence(tx: Transaction, { sequence, last }: Sequence) {
  await tx.execute(sql`
    select setval(format('public.%I', sequencename)::regclass, ${last}::bigint)
    from pg_sequences where schemaname = 'public' and sequencename = ${sequence} and ${last}::bigint is not null`)
}

async function writeMail(outbox: string, { mail, content }: Mail) {
  await mkdir(outbox, { recursive: true })
  // Links in it open accounts: for the owner of the data folder only.
  await writeFile(join(outbox, mail), content, { encoding: "base64", mode: 0o600 })
}
