import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { sql } from "drizzle-orm"
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import pg from "pg"
import { log } from "../lib/log.server.ts"
import { requestContext } from "../lib/request-context.server.ts"
import { lockDataFolder } from "./data-lock.server.ts"
import { openEmbedded } from "./embedded.server.ts"
import { listenOn } from "./notifications.server.ts"
import { watchOutages } from "./outages.server.ts"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]

type Open = { db: Database; close: () => Promise<void> }
/** Hot reload evaluates this module anew while the database stays open. */
const kept = globalThis as { ckoDatabase?: Open }

/** The open database. One driver (`pg`) serves both kinds: PGlite speaks PostgreSQL's protocol. */
export let db = kept.ckoDatabase?.db as Database

/** Any number will do, as long as nothing else in the same database uses it. */
const MIGRATION_LOCK = 2_025_110_1

/**
 * Opens the database (a PostgreSQL server when `databaseUrl` is given, else the embedded one in `dataDir`) and brings
 * its schema up to date, one process at a time.
 *
 * @throws DataFolderInUseError when another process has the folder; DatabaseUnreadableError when PGlite cannot open it;
 *   what the driver says when it cannot connect to a server
 */
export async function openDatabase(options: { databaseUrl?: string; dataDir: string; dumpFile?: string }) {
  const { databaseUrl } = options
  const { pool, close } = databaseUrl ? openServer(databaseUrl) : await openFolder(options)
  pool.on("error", (error) => log.error(error, "database connection lost"))
  db = drizzle(pool, { logger: { logQuery: countQuery } })
  kept.ckoDatabase = { db, close }
  try {
    await runMigrations(pool)
  } catch (error) {
    await closeDatabase()
    throw error
  }
  // Not before: a migration may take its time.
  const stopWatching = watchOutages(pool, databaseUrl ? { connectionString: databaseUrl } : undefined)
  kept.ckoDatabase.close = async () => {
    stopWatching()
    await close()
  }
}

/** PGlite's own errors name neither the folder nor what is wrong with it. */
export class DatabaseUnreadableError extends Error {
  override name = "DatabaseUnreadableError"

  constructor(dataDir: string, options: ErrorOptions) {
    super(
      `La base de données du dossier ${dataDir} ne s’ouvre pas : ${JSON.stringify(options.cause)}`,
      options,
    )
  }
}

/** Lets running queries end, then closes the database. */
export async function closeDatabase() {
  await kept.ckoDatabase?.close()
  kept.ckoDatabase = undefined
}

/**
 * A statement that is built and planned once and then only executed, for the queries of every visit.
 *
 * @param build makes the statement (`.prepare(name)`) from the open database
 */
export function preparedOnce<Statement>(build: () => Statement): () => Statement {
  let made: { from: Database; statement: Statement } | undefined
  return () => {
    if (made?.from !== db) made = { from: db, statement: build() }
    return made.statement
  }
}

/** True while nothing was ever created in the database. */
export async function isUntouched(on: Database | Transaction = db) {
  const { rows } = await on.execute<{ untouched: boolean }>(
    sql`select every(last_value is null) as untouched from pg_sequences where schemaname = 'public'`,
  )
  return rows[0]?.untouched === true
}

function openServer(connectionString: string) {
  // Counts the wait for a free connection too: a rush of visitors must be served late rather than not at all.
  const pool = new pg.Pool({
    Client: QuickClient,
    connectionString,
    max: 10,
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    // What is asked for is in memory, or on a disk without moving parts: rows found by an index cost little more than
    // rows in a row. The server's own default (4) makes it read whole tables for a page of rows.
    onConnect: (client) => client.query("set random_page_cost = 1.1"),
  })
  return { pool, close: () => pool.end() }
}

/** Gives up sooner on a server that does not take the connection, so that it holds no place in the pool. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 10_000 })
  }
}

async function openFolder({ dataDir, dumpFile }: { dataDir: string; dumpFile?: string }) {
  const inMemory = dataDir.startsWith("memory://")
  const unlock = inMemory ? () => {} : lockDataFolder(dataDir)
  try {
    const embedded = await openEmbedded({
      dataDir: inMemory ? dataDir : join(dataDir, "database"),
      dumpFile,
    }).catch((cause: unknown) => {
      throw new DatabaseUnreadableError(dataDir, { cause })
    })
    const pool = new pg.Pool({
      stream: embedded.connect,
      max: 1,
      idleTimeoutMillis: 0,
      user: "postgres",
      onConnect: listenOn,
    })
    const close = async () => {
      await pool.end()
      await embedded.close()
      unlock()
    }
    return { pool, close }
  } catch (error) {
    unlock()
    throw error
  }
}

async function runMigrations(pool: pg.Pool) {
  const connection = await pool.connect()
  try {
    await connection.query("select pg_advisory_lock($1)", [MIGRATION_LOCK])
    const root = dirname(createRequire(import.meta.url).resolve("#package"))
    await migrate(drizzle(connection), { migrationsFolder: join(root, "drizzle") })
  } finally {
    await connection.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => {})
    // Opened before anybody watched, it is none of the pool's others.
    connection.release(true)
  }
}

function countQuery() {
  const context = requestContext.getStore()
  if (context) context.queries += 1
}
