import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { closeDatabase, openDatabase } from "../../app/db/client.server.ts"
import { joinEmbedded } from "../../app/db/embedded/embedded.server.ts"
import { type Sizes, seedStatements } from "#test/seed.ts"
import { closing } from "./cleanup.ts"

/** A PostgreSQL server to measure on as well, of a role that may create databases. */
export const SERVER = process.env.BENCH_DATABASE_URL

/** Gives `work` the address of that server, or of an embedded one that is started for it. */
export async function withServer<Result>(work: (server: string) => Promise<Result>) {
  if (SERVER) return work(SERVER)
  const dataDir = await mkdtemp(join(tmpdir(), "cko-bench-"))
  const { url, leave } = await joinEmbedded(dataDir)
  const close = async () => {
    await leave()
    await rm(dataDir, { recursive: true })
  }
  return closing(close, () => work(url))
}

/** Gives `work` the address of an empty database of its own, which is dropped afterwards. */
export async function withDatabase<Result>(server: string, work: (url: string) => Promise<Result>) {
  const name = `${process.env.BENCH_DATABASE_PREFIX ?? "cko_bench"}_${randomBytes(4).toString("hex")}`
  await onDatabase(server, [`create database ${name}`])
  return closing(
    () => onDatabase(server, [`drop database ${name} with (force)`]),
    () => work(Object.assign(new URL(server), { pathname: name }).href),
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
