import { eq, inArray, sql } from "drizzle-orm"
import { db, type Transaction } from "../../db/client.server.ts"
import { episodes, feedItems } from "../../db/schema.server.ts"
import type { FeedItem, SkippedItem } from "./feed-item.ts"

export type ImportReport = { created: number; updated: number; unchanged: number; skipped: SkippedItem[] }

type Options = {
  /** Bring back episodes that the hosts deleted. */
  withDeleted?: boolean
  /** Called after each batch with the number of items dealt with so far. */
  onProgress?: (done: number) => void
}

const BATCH = 500
/** Any number will do, as long as nothing else in the same database uses it. */
const IMPORT_LOCK = 2_025_110_2
/** What belongs to the feed until the hosts edit it. */
const FIELDS = [
  "title",
  "guest",
  "description",
  "audioUrl",
  "audioType",
  "audioBytes",
  "durationSeconds",
  "season",
  "number",
  "thumbnailUrl",
  "youtubeUrl",
  "spotifyUrl",
  "publishedAt",
] as const satisfies (keyof FeedItem)[]

/**
 * Makes the episodes agree with a feed's items, all of them or (on any failure) none. A field is only overwritten
 * while it holds what the feed said last time: what the hosts edited since, and all that no feed knows (views,
 * publication), stays theirs. An episode they deleted stays deleted.
 *
 * @param items unique by GUID, in any order; new ones are numbered oldest first
 */
export async function importItems(items: FeedItem[], options: Options = {}): Promise<ImportReport> {
  const oldestFirst = items.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt))
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, skipped: [] }
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
    for (let start = 0; start < oldestFirst.length; start += BATCH) {
      const batch = oldestFirst.slice(start, start + BATCH)
      await importBatch(tx, batch, report, options.withDeleted ?? false)
      options.onProgress?.(start + batch.length)
    }
  })
  return report
}

async function importBatch(tx: Transaction, batch: FeedItem[], report: ImportReport, withDeleted: boolean) {
  const known = await findKnown(tx, batch)
  const fresh: FeedItem[] = []
  for (const item of batch) {
    const { episode, lastItem } = known.get(item.guid) ?? {}
    if (!episode && lastItem && !withDeleted) {
      report.skipped.push({ position: 0, title: item.title, reason: "supprimé du site par les hôtes" })
    } else if (!episode) {
      fresh.push(item)
    } else {
      report[await updateEpisode(tx, episode, lastItem, item)] += 1
    }
  }
  if (fresh.length > 0) await createEpisodes(tx, fresh)
  report.created += fresh.length
}

type Known = { episode?: typeof episodes.$inferSelect; lastItem?: FeedItem }

/** What the database has of a batch: the episode (unless deleted) and what its feed said last time. */
async function findKnown(tx: Transaction, batch: FeedItem[]) {
  const guids = batch.map((item) => item.guid)
  const [found, last] = [
    await tx.select().from(episodes).where(inArray(episodes.guid, guids)),
    await tx.select().from(feedItems).where(inArray(feedItems.guid, guids)),
  ]
  const known = new Map<string, Known>()
  for (const row of last) known.set(row.guid, { lastItem: row.item })
  for (const episode of found) {
    if (episode.guid) known.set(episode.guid, { ...known.get(episode.guid), episode })
  }
  return known
}

async function createEpisodes(tx: Transaction, items: FeedItem[]) {
  const rows = items.map((item) => ({ ...item, publishedAt: new Date(item.publishedAt) }))
  const created = await tx.insert(episodes).values(rows).returning({ id: episodes.id, guid: episodes.guid })
  const ids = new Map(created.map(({ guid, id }) => [guid, id]))
  await remember(
    tx,
    items.map((item) => ({ guid: item.guid, episodeId: ids.get(item.guid), item })),
  )
}

async function updateEpisode(
  tx: Transaction,
  episode: typeof episodes.$inferSelect,
  lastItem: FeedItem | undefined,
  item: FeedItem,
) {
  if (lastItem && FIELDS.every((field) => lastItem[field] === item[field])) return "unchanged"
  const current = { ...episode, publishedAt: episode.publishedAt.toISOString() }
  const changed = FIELDS.filter(
    (field) => current[field] === lastItem?.[field] && current[field] !== item[field],
  )
  await remember(tx, [{ guid: item.guid, episodeId: episode.id, item }])
  if (changed.length === 0) return "unchanged"

  const values = Object.fromEntries(
    changed.map((field) => [field, field === "publishedAt" ? new Date(item.publishedAt) : item[field]]),
  )
  await tx
    .update(episodes)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(episodes.id, episode.id))
  return "updated"
}

async function remember(tx: Transaction, rows: (typeof feedItems.$inferInsert)[]) {
  await tx
    .insert(feedItems)
    .values(rows)
    .onConflictDoUpdate({
      target: feedItems.guid,
      set: {
        episodeId: sql`excluded.episode_id`,
        item: sql`excluded.item`,
        importedAt: sql`now()`,
      },
    })
}
