import { randomUUID } from "node:crypto"
import pg from "pg"

/**
 * Makes a database of its own on a PostgreSQL server.
 *
 * @param server its address, with a role that may create databases
 * @param template the name of the database that it is a copy of; empty without it
 * @param name a free one
 * @returns the database's name and address, and the function that drops it with whatever is connected
 */
export async function createServerDatabase(
  server: string,
  template = "template1",
  name = `cko_test_${randomUUID().replaceAll("-", "")}`,
) {
  await runOn(server, `create database ${name} template ${template}`)
  return {
    name,
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

/** What is wrong with each statement that a database cannot even prepare. */
export async function refusedBy(databaseUrl: string, statements: string[]) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const refused = new Map<string, string>()
  for (const statement of statements) {
    // The extended protocol takes one statement at a time: what comes after a semicolon is not run.
    const prepared = { text: `prepare looked_at as ${statement}`, queryMode: "extended" }
    await client.query(prepared).then(
      () => client.query("deallocate looked_at"),
      (error: Error) => refused.set(statement, error.message),
    )
  }
  await client.end()
  return refused
}
