import { createHash, randomUUID } from "node:crypto"
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { noting } from "#app/kit/lib/noting.server.ts"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { connectionPool } from "../client.server.ts"
import { BackupError, explainBackupFailure } from "./backup-errors.server.ts"
import {
  FORMAT,
  type Header,
  MAX_BATCH_ROWS,
  type Progress,
  toLine,
  VERSION,
} from "./backup-format.server.ts"
import {
  listSequences,
  listTables,
  nameColumns,
  readMigrations,
  type Session,
  type Table,
} from "./catalog.server.ts"

type BackupOptions = {
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
 * @returns how many rows and mails it holds, its size in bytes and its SHA-256
 * @throws BackupError when it cannot be written, an AbortError after `signal`
 */
export async function writeBackup({ file, dataDir, onProgress, signal }: BackupOptions) {
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`
  const counts = { rows: 0, mails: 0 }
  const hash = createHash("sha256")
  try {
    await refuseUnlessFile(file)
    const output = await open(partial, "wx", 0o600)
    await pipeline(
      readEverything(outboxFolder(dataDir), counts, onProgress),
      createGzip(),
      (chunks: AsyncIterable<Uint8Array>) => noting(chunks, hash),
      // `flush`: on the disk before it gets its name. The stream closes the file, whatever happens.
      output.createWriteStream({ flush: true }),
      { signal },
    )
    const { size: bytes } = await stat(partial)
    await rename(partial, file)
    return { ...counts, bytes, sha256: hash.digest("hex") }
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

/**
 * Everything in the database as of one moment, as the lines of a backup: header, rows, sequences. The snapshot's
 * connection is given back when the caller stops, wherever that is.
 *
 * @returns pieces of whole lines, with how many rows are in each
 */
async function* readDatabase(onProgress: (done: number, total: number) => void) {
  const connection = await connectionPool().connect()
  try {
    const session = drizzle(connection)
    await session.execute(sql`begin transaction isolation level repeatable read read only`)
    // It holds nothing against anybody, and whoever reads it may take their time.
    await session.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const tables = await listTables(session)
    yield { text: toLine(await makeHeader(session, tables)), rows: 0 }
    const total = await countRows(session, tables)
    let done = 0
    for (const table of tables) {
      for await (const rows of readRows(session, table)) {
        const head = toLine({ table: table.name, rows: rows.length })
        yield { text: `${head}${rows.join("\n")}\n`, rows: rows.length }
        onProgress((done += rows.length), total)
      }
    }
    // Sequences know no snapshot, but are never behind the rows that were read before.
    for (const sequence of await listSequences(session)) yield { text: toLine(sequence), rows: 0 }
  } finally {
    await connection.query("rollback").then(
      () => connection.release(),
      (error: Error) => connection.release(error),
    )
  }
}

async function makeHeader(session: Session, tables: Table[]): Promise<Header> {
  return {
    format: FORMAT,
    version: VERSION,
    createdAt: new Date().toISOString(),
    migrations: await readMigrations(session),
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  }
}

async function countRows(session: Session, tables: Table[]) {
  const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.identifier(name)})`)
  const { rows } = await session.execute<{ total: number }>(
    sql`select (${sql.join(counts, sql` + `)})::int as total`,
  )
  return rows[0]?.total ?? 0
}

/** Batches come near to this size: memory is bounded however many rows there are, and however long. */
const BATCH_CHARACTERS = 1_000_000
const FIRST_BATCH_ROWS = 100

/** PostgreSQL writes the rows' JSON, and nobody reads it before PostgreSQL does: every value stays exactly what it is. */
export async function* readRows(session: Session, { name, columns }: Pick<Table, "name" | "columns">) {
  await session.execute(sql`
    declare backup no scroll cursor for
    select row_to_json(t)::text as row from (select ${nameColumns(columns)} from ${sql.identifier(name)}) t`)
  let size = FIRST_BATCH_ROWS
  for (;;) {
    const { rows } = await session.execute<{ row: string }>(sql.raw(`fetch ${size} from backup`))
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
    const characters = rows.reduce((sum, { row }) => sum + row.length, 0)
    const fitting = Math.ceil((BATCH_CHARACTERS * rows.length) / characters)
    size = Math.min(fitting, size * 2, MAX_BATCH_ROWS)
  }
  await session.execute(sql`close backup`)
}

async function listMails(outbox: string) {
  const names = await readdir(outbox).catch((): string[] => [])
  return names.filter((name) => name.endsWith(".eml")).toSorted()
}
