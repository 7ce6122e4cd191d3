import { sql } from "drizzle-orm"
import { inject } from "vitest"
import { closeDatabase, db, openDatabase } from "#app/db/client.server.ts"
import { forgetSiteSettings } from "#app/base/settings/site-settings.server.ts"
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

/** Empties every table and starts identifiers over. */
export function emptyDatabase() {
  return emptyTables(
    ...[
      "episodes",
      "episode_counts",
      "feed_items",
      "feeds",
      "feed_words",
      "news",
      "comments",
      "likes",
      "blog_posts",
      "custom_pages",
      "blocks",
      "mails",
      "guests",
      "episode_guests",
      "transcripts",
      "transcript_versions",
      "transcriptions",
      "news_media",
    ],
    ...[
      "media",
      "media_files",
      "media_captions",
      "media_uses",
      "file_copies",
      "uploads",
      "drafts",
      "revisions",
      "preview_links",
    ],
    ...[
      "newsletter_subscribers",
      "subscriber_figures",
      "leaving_reasons",
      "subscriber_imports",
      "subscriber_import_rows",
      "letters",
      "letter_recipients",
      "letter_pace",
      "letter_lanes",
      "contact_messages",
      "message_replies",
      "profiles",
      "users",
      "sessions",
      "accounts",
    ],
    ...["verifications", "rate_limits", "totp_secrets", "recovery_codes", "passkeys", "invitations"],
    ...["settings", "audit_log", "redirects", "redirect_hits", "missing_paths"],
    ...["mail_outcomes", "search_documents", "search_uncounted", "search_vocabulary"],
  )
}

/**
 * Empties tables and starts their identifiers over, in a tenth of the time of TRUNCATE, which makes their files anew.
 * Nothing follows from it: what refers to their rows has to be named as well, and caches are told in so many words.
 */
export async function emptyTables(...names: string[]) {
  const list = (suffix = "") => sql.raw(`array['${names.map((name) => name + suffix).join("','")}']`)
  await db.execute(sql`
    do $$ declare item text; is_filled boolean; begin
      set local session_replication_role = replica;
      foreach item in array ${list()} loop
        execute format('select exists (select from %I)', item) into is_filled;
        if is_filled then execute format('delete from %I', item); end if;
      end loop;
      for item in select sequencename from pg_sequences
        where schemaname = 'public' and last_value is not null and sequencename = any(${list("_id_seq")}) loop
        execute format('alter sequence %I restart', item);
      end loop;
      perform pg_notify('cko_pages', 'all');
    end $$`)
  if (names.includes("settings")) forgetSiteSettings()
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
