import { eq } from "drizzle-orm"
import type { z } from "zod"
import { type Database, db } from "./client.server.ts"
import { settings } from "./schema/accounts.server.ts"

/** What admins set on the pages of the back office; what the site is started with is in lib/settings.server.ts. */
export type SettingName =
  | "retention-pass"
  | "factor-required-since"
  | "mail-dkim"
  /** What came with the site is marked: sites that began before there were marks have got them. */
  | "starter-content-marked"
  /** Which of the legal pages the site has made: one that is gone since was deleted. */
  | "legal-pages-made"
  /** Whether hosts have said what the podcast is called; of sites that began before that was noted nothing is stored. */
  | "podcast-named"
  /** A setting of the hosts' (base/settings) that a site without starter content begins with. */
  | "texts.isNeutral"
  /** How far the first steps of the site are. */
  | "first-steps"
  // Which podcast the feed is, for ever, and when what it says last changed.
  | "feed-guid"
  | "feed-state"
  // What its hub was told of it, and when it is to be told again.
  | "feed-hub"
  /** That the CDN in front could not be told of changes, and when it is to be told again. */
  | "cdn-purge"
  /** How far the mailbox is read to which letters come back. */
  | "letter-returns"
  /** Which episodes are announced, and until when contents are summed up. */
  | "letters-automatic"
  /** Which address takes what services tell of payments: those before it are void. */
  | "payment-address"
  /** Jobs whose last turn failed, each with since when. */
  | "failing-jobs"
  /** Whether files of other hosts are being copied here, and why not any more. */
  | "file-copying"
  // The copy of the site that somebody asked for, why the last one failed, what those that there are hold and whether they restore.
  | "backup-asked"
  | "backup-failure"
  | "backups-made"
  // The archive of the site that somebody asked for, why the last one failed, what the one that there is holds.
  | "export-asked"
  | "export-failure"
  | "export-made"
  // The last copy that went to the second place, and why the one after it did not.
  | "backup-elsewhere"
  | "backup-elsewhere-failure"
  // The newest one there that was also verified.
  | "backup-elsewhere-verified"
  /** Which versions of the site ran here, each with from when on. */
  | "versions-run"
  /** What was answered to whether there is a newer one. */
  | "newer-version"

/** @returns undefined where nothing was set, or nothing that fits */
export async function readSetting<Value>(
  name: SettingName,
  schema: z.ZodType<Value>,
  on: Pick<Database, "select"> = db,
) {
  const [row] = await on.select({ value: settings.value }).from(settings).where(eq(settings.name, name))
  const parsed = schema.safeParse(row?.value)
  return parsed.success ? parsed.data : undefined
}

/** @param value what JSON can hold; null takes the setting away */
export async function writeSetting(
  on: Pick<Database, "insert" | "delete">,
  name: SettingName,
  value: string | number | boolean | object | null,
) {
  if (value === null) return void (await on.delete(settings).where(eq(settings.name, name)))
  await on
    .insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: new Date() } })
}
