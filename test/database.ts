import { sql } from "drizzle-orm"
import { inject } from "vitest"
import { closeDatabase, db, openDatabase } from "#app/db/client.server.ts"
import { createServerDatabase } from "./server-database.ts"

/** The open test database's. */
export let databaseUrl: string

/**
 * Opens an empty, migrated database of this test file's own.
 *
 * @returns the function that closes and drops it
 */
export async function openTestDatabase() {
  const created = await createServerDatabase(inject("databaseServer"), inject("databaseTemplate"))
  databaseUrl = created.databaseUrl
  await openDatabase({ databaseUrl, dataDir: "unused" })
  return async () => {
    await closeDatabase()
    await created.drop()
  }
}

/**
 * Empties every table and starts identifiers over. Not by TRUNCATE, which makes a hundred files anew each time; and
 * without triggers, so that caches are told in so many words.
 */
export async function emptyDatabase() {
  await db.execute(sql`
    do $$ declare name text; is_filled boolean; begin
      set local session_replication_role = replica;
      foreach name in array ${sql.raw(`array['${TABLES.join("','")}']`)} loop
        execute format('select exists (select from %I)', name) into is_filled;
        if is_filled then execute format('delete from %I', name); end if;
      end loop;
      for name in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
        execute format('alter sequence %I restart', name);
      end loop;
      perform pg_notify('cko_pages', 'all');
    end $$`)
}

const TABLES = [
  ...["episodes", "feed_items", "news", "comments", "likes", "blog_posts", "custom_pages", "blocks", "mails"],
  ...["newsletter_subscribers", "contact_messages", "profiles", "users", "sessions", "accounts"],
  ...["verifications", "rate_limits"],
]

/** Makes every query on a table fail while something is tried. */
export async function withoutTable<Result>(name: string, attempt: () => Result | Promise<Result>) {
  await db.execute(sql.raw(`alter table ${name} rename to ${name}_away`))
  try {
    return await attempt()
  } finally {
    await db.execute(sql.raw(`alter table ${name}_away rename to ${name}`))
  }
}
