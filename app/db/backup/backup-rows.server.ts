import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { FORMAT, type Header, toLine, VERSION } from "./backup-format.server.ts"
import {
  listSequences,
  listTables,
  nameColumns,
  readMigrations,
  type Session,
  type Table,
} from "./catalog.server.ts"
import { connectionPool } from "../client.server.ts"

/** Batches come near to this size: memory is bounded however many rows there are, and however long. */
const BATCH_CHARACTERS = 1_000_000
const FIRST_BATCH_ROWS = 100
const MAX_BATCH_ROWS = 5_000

/**
 * Everything in the database as of one moment, as the lines of a backup: header, rows, sequences. The snapshot's
 * connection is given back when the caller stops, wherever that is.
 *
 * @returns pieces of whole lines, with how many rows are in each
 */
export async function* readDatabase(onProgress: (done: number, total: number) => void) {
  const connection = await connectionPool().connect()
  try {
    const session = drizzle(connection)
    await session.execute(sql`begin transaction isolation level repeatable read read only`)
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

/** PostgreSQL writes the rows' JSON, and nobody reads it before PostgreSQL does: every value stays exactly what it is. */
async function* readRows(session: Session, { name, columns }: Table) {
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
