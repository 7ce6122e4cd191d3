import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { ManagedType } from "#app/content/managed-type.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { nextVersion } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { draftNames, namesMedium, settingNames } from "./uses.server.ts"

/** How replacing ended; `count` contents have changed. */
export type Replaced =
  { outcome: "replaced"; count: number } | { outcome: "missing" | "same" | "other-kind" | "not-ready" }

type Medium = typeof media.$inferSelect
/**
 * Puts a medium of the library into another one's place: whatever names the old one, drafts included, names the new one then.
 * The old one stays, unused. Its alternative text goes on where the new one has none.
 *
 * @param key of the medium that takes its place
 */
export function replaceMedium(id: number, key: string): Promise<Replaced> {
  return db.transaction(async (tx) => {
    await lockEpisodes(tx)
    const [old] = await tx.select().from(media).where(eq(media.id, id))
    const [next] = await tx.select().from(media).where(eq(media.key, key))
    if (!old || !next) return { outcome: "missing" }
    if (old.id === next.id) return { outcome: "same" }
    if (old.kind !== next.kind) return { outcome: "other-kind" }
    if (next.state !== "ready") return { outcome: "not-ready" }

    let count = 0
    // In one order, in which whoever else holds several of them does, too.
    for (const type of managedTypes()) count += await rewrite(tx, type, old, next)
    await tx
      .update(drafts)
      .set({ values: sql`${swapped(drafts.values, old, next)}::jsonb` })
      .where(draftNames(old.key))
    const inSettings = await tx
      .update(settings)
      .set({ value: sql`${swapped(settings.value, old, next)}::jsonb` })
      .where(settingNames(old.key))
      .returning({ name: settings.name })
    // As every page may show them (app/base/settings/save-settings.server.ts).
    if (inSettings.length > 0) await tx.execute(sql`select pg_notify('cko_pages', 'settings')`)
    count += inSettings.length
    if (next.alt === "" && old.alt !== "")
      await tx
        .update(media)
        .set({ alt: old.alt, ...nextVersion(media) })
        .where(eq(media.id, next.id))
    await record(tx, {
      action: "replace",
      kind: "medium",
      id,
      title: old.title,
      before: { media: old.title },
      after: { media: next.title },
    })
    return { outcome: "replaced", count }
  })
}

/** Between them visitors are served: five thousand episodes at once would hold the process up. */
const ROWS_AT_ONCE = 100

/** @returns how many items of this type named the old one */
async function rewrite(tx: Transaction, type: ManagedType, old: Medium, next: Medium) {
  const { table } = type.list
  const found = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(namesMedium(type, old.id))
    .orderBy(table.id)
    .for("update")
  const ids = found.map(({ id }) => Number(id))
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE)
    await rewriteRows(tx, type, ids.slice(start, start + ROWS_AT_ONCE), old, next)
  return ids.length
}

async function rewriteRows(
  tx: Transaction,
  { kind, list: { table, title }, parts }: ManagedType,
  ids: number[],
  old: Medium,
  next: Medium,
) {
  const told = { id: table.id, title, ...textsOf(table) }
  const rows = await tx.select(told).from(table).where(inArray(table.id, ids))
  if (parts)
    await tx
      .update(parts.table as PgTable)
      .set(textsWith(parts.table, old, next))
      .where(inArray(parts.of, ids))
  const changed = await tx
    .update(table)
    .set({
      ...textsWith(table, old, next),
      ...(kind === "episode" && factsOf(old, next)),
      ...nextVersion(table),
    })
    .where(inArray(table.id, ids))
    .returning(told)
  const before = new Map(rows.map((row) => [row.id, row]))
  await record(
    tx,
    ...changed.map((after) => ({
      action: "update" as const,
      kind,
      id: Number(after.id),
      title: String(after.title),
      before: before.get(after.id),
      after,
    })),
  )
}

/** The columns that may hold an address: all texts that somebody wrote. */
function textsOf(table: PgTable): Record<string, PgColumn> {
  const texts = Object.entries(getTableColumns(table)).filter(
    ([, { columnType, generated }]) => (columnType === "PgText" || columnType === "PgJsonb") && !generated,
  )
  return Object.fromEntries(texts)
}

function textsWith(table: PgTable, old: Medium, next: Medium) {
  const swap = ([name, column]: [string, PgColumn]): [string, SQL] => [
    name,
    column.columnType === "PgJsonb"
      ? sql`${swapped(column, old, next)}::jsonb`
      : swappedText(column, old, next),
  ]
  return Object.fromEntries(Object.entries(textsOf(table)).map(swap))
}

/** Any name leads to a medium: within a text, the key is enough. */
const swapped = (column: PgColumn, old: Medium, next: Medium) =>
  sql`replace(${column}::text, ${`/media/${old.key}/`}, ${`/media/${next.key}/`})`

/** What is an address as a whole gets the new one's name, too: apps go by it. */
const swappedText = (column: PgColumn, old: Medium, next: Medium) =>
  sql`case when ${column} ~ ${`^/media/${old.key}/[^[:space:]]*$`} then ${mediaAddress(next.key, next.title)}
    else ${swapped(column, old, next)} end`

/** What feeds say of an episode's sound. */
function factsOf(old: Medium, next: Medium) {
  if (old.kind !== "audio") return {}
  const isSound = sql`starts_with(${episodes.audioUrl}, ${`/media/${old.key}/`})`
  const follow = (column: PgColumn, value: string | number | null) =>
    sql`case when ${isSound} then ${value} else ${column} end`
  const seconds = next.durationMs === null ? null : Math.round(next.durationMs / 1_000)
  return {
    audioType: follow(episodes.audioType, next.type),
    audioBytes: sql`${follow(episodes.audioBytes, next.bytes)}::bigint`,
    durationSeconds: sql`${follow(episodes.durationSeconds, seconds)}::integer`,
  }
}
