import { constants, setPriority } from "node:os"
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { connectionPool, type Database, db, runMigrations } from "../client.server.ts"
import { findPostmaster } from "../embedded/postmaster.server.ts"

/** Why there is no empty database: in French, what to do about it. */
export class NoEmptyDatabaseError extends Error {
  override name = "NoEmptyDatabaseError"
}

/**
 * Makes an empty, migrated database beside the site's, on the same server, and drops it afterwards. Its name follows from the site's: what a
 * killed process left goes with the next call. One call at a time.
 *
 * @param work may use one connection at a time
 * @throws NoEmptyDatabaseError where none can be made, and what `work` throws
 */
export async function withEmptyDatabase<Result>(work: (on: Database) => Promise<Result>) {
  const name = await nameBeside()
  await refuseUnlessAllowed()
  await drop(name)
  try {
    const pool = await make(name)
    try {
      return await work(drizzle(pool))
    } finally {
      await pool.end()
    }
  } finally {
    await drop(name)
  }
}

async function nameBeside() {
  const { rows } = await db.execute<{ name: string }>(
    sql`select 'cko_verification_' || oid as name from pg_database where datname = current_database()`,
  )
  return rows[0]?.name ?? ""
}

async function refuseUnlessAllowed() {
  const { rows } = await db.execute<{ mayCreate: boolean }>(
    sql`select rolcreatedb or rolsuper as "mayCreate" from pg_roles where rolname = current_user`,
  )
  if (!rows[0]?.mayCreate)
    throw new NoEmptyDatabaseError(
      "une copie se vérifie dans une base vide, que le compte PostgreSQL du site n’a pas le droit de créer (CREATEDB)",
    )
}

/** With whoever is still connected: what a killed process had begun goes on for a while. */
const drop = (name: string) =>
  db.execute(sql`drop database if exists ${sql.identifier(name)} with (force)`).then(() => {})

async function make(name: string) {
  const { connectionString = "" } = connectionPool().options
  const url = Object.assign(new URL(connectionString), { pathname: name }).href
  try {
    // Not the server's usual template, in which hosts may have something.
    await db.execute(sql`create database ${sql.identifier(name)} template template0 encoding 'UTF8'`)
    await runMigrations(url)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
    if (code === DISK_FULL) throw error
    throw new NoEmptyDatabaseError(`la base vide n’a pas pu être créée (${code || "échec"})`, {
      cause: error,
    })
  }
  const { rows: formats } = await db.execute<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name in ('TimeZone', 'IntervalStyle', 'bytea_output', 'extra_float_digits')`)
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    // As the site's own connections write values, whose database may have settings of its own.
    async onConnect(client) {
      for (const { name: setting, setting: value } of formats)
        await client.query("select set_config($1, $2, false)", [setting, value])
      await stayBehind(client)
    },
  })
  pool.on("error", () => {})
  return pool
}

export const DISK_FULL = "53100"

/** The embedded server's process for this connection stands behind visitors, as this one does. */
async function stayBehind(client: pg.ClientBase) {
  if (!findPostmaster(getSettings().dataDir)) return
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  try {
    setPriority(rows[0]?.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may belong to another account, and then has the priority that it has.
  }
}
