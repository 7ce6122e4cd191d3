import { sql } from "drizzle-orm"
import { inject } from "vitest"
import { closeDatabase, db, openDatabase } from "#app/db/client.server.ts"
import { createServerDatabase } from "./server-database.ts"

const SERVER = process.env.TEST_DATABASE_URL

/** The open test database's, when it is one on a server. */
export let databaseUrl: string | undefined

/**
 * Opens an empty, migrated database for this test file: embedded in memory, or one of its own on the PostgreSQL server
 * of `TEST_DATABASE_URL`.
 *
 * @returns the function that closes (and on a server drops) it
 */
export async function openTestDatabase() {
  if (!SERVER) {
    await openDatabase({ dataDir: "memory://", dumpFile: inject("dumpFile") })
    return closeDatabase
  }
  const created = await createServerDatabase(SERVER)
  databaseUrl = created.databaseUrl
  await openDatabase({ databaseUrl, dataDir: "unused" })
  return async () => {
    await closeDatabase()
    await created.drop()
  }
}

/** Empties every table and starts identifiers over. */
export async function emptyDatabase() {
  await db.execute(sql`
    truncate episodes, feed_items, news, comments, likes, blog_posts, custom_pages, newsletter_subscribers,
      contact_messages, blocks, mails, profiles, users, sessions, accounts, verifications, rate_limits
    restart identity cascade`)
}

/** Makes every query on a table fail while something is tried. */
export async function withoutTable<Result>(name: string, attempt: () => Result | Promise<Result>) {
  await db.execute(sql.raw(`alter table ${name} rename to ${name}_away`))
  try {
    return await attempt()
  } finally {
    await db.execute(sql.raw(`alter table ${name}_away rename to ${name}`))
  }
}
