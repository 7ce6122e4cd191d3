import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { connectionPool } from "#app/db/client.server.ts"
import type { Reader } from "./read-contents.server.ts"

/** Reads the database as it is at one moment, whatever is written meanwhile. */
export async function inSnapshot<Result>(work: (on: Reader) => Promise<Result>) {
  const connection = await connectionPool().connect()
  try {
    const session = drizzle(connection)
    await session.execute(sql`begin transaction isolation level repeatable read read only`)
    // It holds nothing against anybody, and whoever reads it may take their time.
    await session.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    return await work(session)
  } finally {
    await connection.query("rollback").then(
      () => connection.release(),
      (error: Error) => connection.release(error),
    )
  }
}
