import { mkdir, open, rm } from "node:fs/promises"
import { join } from "node:path"
import { sql, type SQL } from "drizzle-orm"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { ADVISORY_LOCKS } from "../advisory-locks.ts"
import { type Database, db, type Transaction } from "../client.server.ts"
import { forgetSecrets } from "../secrets.server.ts"
import { BackupError, explainBackupFailure } from "./backup-errors.server.ts"
import type { Header, Mail, Progress, Sequence } from "./backup-format.server.ts"
import { type Batch, type Part, readBackup } from "./backup-reader.server.ts"
import { listTables, nameColumns, readMigrations, type Session, type Table } from "./catalog.server.ts"
import { bringBackFormerColumns, formerColumns } from "./former-columns.server.ts"

type RestoreOptions = {
  file: string
  /** Where the outbox is. */
  dataDir: string
  /** Replaces what is there; otherwise only an empty database is filled. */
  overwrite: boolean
  /** Another database than the site's. */
  on?: Database
  onProgress?: (progress: Progress) => void
  /** Looks at the rows while they are still exactly those of the copy; by throwing it prevents all. */
  onLoaded?: (tx: Transaction) => Promise<void>
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
  on = db,
  onProgress,
  onLoaded,
  onDone,
  signal,
}: RestoreOptions) {
  const read = (step: Progress["step"]) =>
    readBackup(file, { signal, onProgress: (done, total) => onProgress?.({ step, done, total }) })
  const written: string[] = []
  try {
    let copied: Header["tables"] = {}
    for await (const part of read("check")) {
      if (!("header" in part)) continue
      await refuseUnlessFitting(on, part.header)
      copied = part.header.tables
    }

    const report = await on.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.restore})`)
      const tables = await listTables(tx)
      if (!overwrite) await refuseUnlessEmpty(tx, tables)
      const bringRulesBack = await emptyWithoutRules(tx, tables)
      // Follows from the contents, and is made anew once they are there; or is about episodes that were there before.
      await tx.execute(sql`truncate deliveries, search_documents, search_uncounted, search_vocabulary`)
      const moveFormerColumns = await bringBackFormerColumns(tx, copied)
      const loaded = await loadParts(tx, read("restore"), outboxFolder(dataDir), written)
      await onLoaded?.(tx)
      await moveFormerColumns()
      await bringRulesBack()
      await pauseLetters(tx)
      // A copy that somebody asked for is asked for in itself, too; archives lie outside of copies.
      await tx.execute(sql`delete from settings where name in
        ('backup-asked', 'backup-failure', 'export-asked', 'export-failure', 'export-made')`)
      await onDone?.(tx, loaded)
      // What any process remembers of pages and secrets is no longer so.
      await tx.execute(sql`select pg_notify('cko_pages', 'all'), pg_notify('cko_restored', '')`)
      return loaded
    })
    forgetSecrets()
    return report
  } catch (error) {
    for (const mail of written) await rm(mail, { force: true })
    throw explainBackupFailure(error, FAILED, file)
  }
}

/** Reads a whole backup and throws a BackupError unless it is complete. */
export async function checkBackup(file: string) {
  try {
    for await (const _part of readBackup(file));
  } catch (error) {
    throw explainBackupFailure(error, FAILED, file)
  }
}

/**
 * Empties tables and takes away what slows down or changes rows on their way in, until they are full again. Foreign keys:
 * the order of tables and rows does not matter then, and checking them at once is faster. Indexes: they are built several
 * times faster over rows that are there. Triggers: the first user would become admin.
 *
 * @returns the function that brings all of it back, and checks it
 */
async function emptyWithoutRules(tx: Transaction, tables: Table[]) {
  const names = sql.join(
    tables.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  const rules = await findRules(tx, tables)
  for (const { drop } of rules) await tx.execute(sql.raw(drop))
  for (const { name } of tables)
    await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`)
  await tx.execute(sql`truncate ${names} restart identity`)

  return async () => {
    for (const { create } of rules) await tx.execute(sql.raw(create))
    for (const { name } of tables)
      await tx.execute(sql`alter table ${sql.identifier(name)} enable trigger user`)
    await tx.execute(sql`analyze ${names}`)
  }
}

/** Indexes first: foreign keys are checked by them. */
async function findRules(tx: Transaction, tables: Table[]) {
  const { rows } = await tx.execute<{ drop: string; create: string }>(sql`
    with emptied as (
      select oid from pg_class where relnamespace = 'public'::regnamespace and relname in ${tables.map(({ name }) => name)}
    )
    select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as create
    from pg_index where indrelid in (table emptied) and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid in (table emptied)`)
  return rows
}

/**
 * Puts a backup's rows into empty tables, sets the sequences, and writes the mails to the outbox.
 *
 * @param written takes the files of the mails, for who has to remove them again
 * @returns how many rows and mails there were, and the time that the copy is of
 */
async function loadParts(tx: Transaction, parts: AsyncIterable<Part>, outbox: string, written: string[]) {
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
      await writeMail(outbox, part, written)
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

/** One that is there already is the same mail, and stays. */
async function writeMail(outbox: string, { mail, content }: Mail, written: string[]) {
  await mkdir(outbox, { recursive: true })
  const file = join(outbox, mail)
  // Links in it open accounts: for the owner of the data folder only.
  const handle = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
  if (!handle) return
  written.push(file)
  try {
    await handle.writeFile(content, "base64")
  } finally {
    await handle.close()
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

/**
 * An older copy fits while migrations only added what may be left out, or moved what `formerColumns` knows.
 *
 * @throws BackupError when the database could not hold all of the copy
 */
export async function refuseUnlessFitting(session: Session, { migrations, tables }: Header) {
  const own = await readMigrations(session)
  if (migrations.latest > own.latest)
    throw new BackupError(
      "Cette copie vient d’une version plus récente du site. Mettez le site à jour, puis recommencez.",
    )
  const known = new Map((await listTables(session)).map((table) => [table.name, table]))
  const strange = Object.entries(tables).find(([name, columns]) => {
    const former = formerColumns(name, columns)
    return !canHold(
      known.get(name),
      columns.filter((column) => !former.includes(column)),
    )
  })
  if (strange)
    throw new BackupError(
      `Cette copie vient d’une version trop ancienne du site (table ${strange[0]}). ` +
        "Restaurez-la avec cette version, puis mettez le site à jour.",
    )
}

/**
 * Starter content counts as data. Secrets do not: a site makes them by itself, and there is nobody yet who needs them.
 *
 * @throws BackupError when there is a row in any other table
 */
async function refuseUnlessEmpty(session: Session, tables: Table[]) {
  const filled = tables
    .filter(({ name }) => name !== "secrets")
    .map(({ name }) => sql`exists (select from ${sql.identifier(name)})`)
  const { rows } = await session.execute<{ isFilled: boolean }>(
    sql`select ${sql.join(filled, sql` or `)} as "isFilled"`,
  )
  if (rows[0]?.isFilled)
    throw new BackupError(
      "La base contient déjà des données : rien n’a été changé. Pour les remplacer toutes par la copie : --overwrite",
    )
}

function canHold(table: Table | undefined, columns: string[]) {
  return (
    table !== undefined &&
    columns.every((column) => table.columns.includes(column)) &&
    table.needed.every((column) => columns.includes(column))
  )
}
