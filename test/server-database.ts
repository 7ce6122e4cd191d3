import { randomUUID } from "node:crypto"
import pg from "pg"

/**
 * Makes an empty database of its own on a PostgreSQL server.
 *
 * @param server its address, with a role that may create databases
 * @returns the database's address, and the function that drops it with whatever is connected
 */
export async function createServerDatabase(server: string) {
  const name = `cko_test_${randomUUID().replaceAll("-", "")}`
  await runOn(server, `create database ${name}`)
  return {
    databaseUrl: Object.assign(new URL(server), { pathname: name }).href,
    drop: () => runOn(server, `drop database ${name} with (force)`),
  }
}

/** Runs one statement over a connection of its own. @returns the rows */
export async function runOn<Row extends pg.QueryResultRow>(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
