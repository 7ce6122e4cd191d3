import { randomBytes } from "node:crypto"
import pg from "pg"
import { closeDatabase, openDatabase } from "../../app/db/client.server.ts"
import { type Sizes, seedStatements } from "../../test/seed.ts"
import { closing } from "./cleanup.ts"

const SERVER = process.env.BENCH_DATABASE_URL ?? "postgres://cko:cko@localhost:5432/cko"

/** Why there is no PostgreSQL server to measure on, or undefined. */
export async function findServerProblem() {
  try {
    await onDatabase(SERVER, ["select 1"])
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `no PostgreSQL server (${reason}): set BENCH_DATABASE_URL=postgres://user:password@host:port/name of a role that may create databases`
  }
}

/** Gives `work` the address of an empty database of its own, which is dropped afterwards. */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>) {
  const name = `${process.env.BENCH_DATABASE_PREFIX ?? "cko_bench"}_${randomBytes(4).toString("hex")}`
  await onDatabase(SERVER, [`create database ${name}`])
  return closing(
    () => onDatabase(SERVER, [`drop database ${name} with (force)`]),
    () => work(Object.assign(new URL(SERVER), { pathname: name }).href),
  )
}

/** Brings an empty database's schema up to date. */
export async function migrate(databaseUrl: string) {
  await openDatabase({ databaseUrl, dataDir: "" })
  await closeDatabase()
}

/** Fills a migrated database. */
export function fill(url: string, sizes: Sizes) {
  return onDatabase(url, [
    "set synchronous_commit = off",
    "set maintenance_work_mem = '512MB'",
    ...seedStatements(sizes),
  ])
}

async function onDatabase(connectionString: string, statements: string[]) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
