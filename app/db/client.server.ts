import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { sql } from "drizzle-orm"
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { migrate } from "drizzle-orm/node-postgres/migrator"
import pg from "pg"
import { log } from "../lib/log.server.ts"
import { requestContext } from "../http/request-context.server.ts"
import { joinEmbedded } from "./embedded/embedded.server.ts"
import { watchOutages } from "./outages.server.ts"

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0]

/** Which database: a server's, or without its address the embedded one of a data folder. */
export type DatabasePlace = { databaseUrl?: string; dataDir: string }

type Open = { db: Database; close: () => Promise<void> }
/** Hot reload evaluates this module anew while the database stays open. */
const kept = globalThis as { ckoDatabase?: Open }

/** The open database. */
export let db = kept.ckoDatabase?.db as Database

/** Any number will do, as long as nothing else in the same database uses it. */
const MIGRATION_LOCK = 2_025_110_1

/**
 * Opens the database (a PostgreSQL server when `databaseUrl` is given, else the embedded one in `dataDir`) and brings
 * its schema up to date, one process at a time.
 *
 * @param connections how many the pool has at most
 * @returns the address of the database that was opened
 * @throws EmbeddedDatabaseError when the embedded one cannot be started; what the driver says when it cannot connect
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  connections = 10,
}: DatabasePlace & { connections?: number }) {
  const embedded = databaseUrl ? undefined : await joinEmbedded(dataDir)
  const connectionString = databaseUrl ?? embedded?.url ?? ""
  const pool = openPool(connectionString, connections)
  db = drizzle(pool, { logger: { logQuery: countQuery } })
  const close = async () => {
    await pool.end()
    await embedded?.leave()
  }
  kept.ckoDatabase = { db, close }
  try {
    await runMigrations(pool)
  } catch (error) {
    await closeDatabase()
    throw error
  }
  // Not before: a migration may take its time.
  const stopWatching = watchOutages(pool, { connectionString }, embedded?.revive)
  kept.ckoDatabase.close = () => {
    stopWatching()
    return close()
  }
  return connectionString
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

function openPool(connectionString: string, connections: number) {
  // Counts the wait for a free connection too: a rush of visitors must be served late rather than not at all.
  const pool = new pg.Pool({
    Client: QuickClient,
    connectionString,
    max: connections,
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    // What is asked for is in memory, or on a disk without moving parts: rows found by an index cost little more than
    // rows in a row. The server's own default (4) makes it read whole tables for a page of rows.
    onConnect: (client) => client.query("set random_page_cost = 1.1"),
  })
  pool.on("error", (error) => log.error(error, "database connection lost"))
  return pool
}

/** Gives up sooner on a server that does not take the connection, so that it holds no place in the pool. */
class QuickClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: 10_000 })
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
