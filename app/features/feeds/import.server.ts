import { eq, sql } from "drizzle-orm"
import { db, type Transaction } from "../../db/client.server.ts"
import { episodes, feedItems } from "../../db/schema.server.ts"
import { nextVersion } from "../../db/versions.server.ts"
import type { ImportReport } from "./feeds.schema.ts"
import { BATCH, type Candidate, type Change, compareItems, countInto } from "./import-comparison.server.ts"
import type { PackedItem } from "./packed-item.ts"

type Options = {
  /** Bring back episodes that the hosts deleted. */
  withDeleted?: boolean
  /** Called after each batch with the number of items dealt with so far. */
  onProgress?: (done: number) => void
}

/** Any number will do, as long as nothing else in the same database uses it. */
const IMPORT_LOCK = 2_025_110_2

/**
 * Makes the episodes agree with a feed's items, all of them or (on any failure) none. A field is only overwritten
 * while it holds what the feed said last time: what the hosts edited since, and all that no feed knows (views,
 * publication), stays theirs. An episode they deleted stays deleted.
 *
 * @param items unique by GUID, in any order; new episodes are created oldest first
 */
export async function importItems(items: PackedItem[], options: Options = {}): Promise<ImportReport> {
  const oldestFirst = items.toSorted((a, b) => a.publishedAt.localeCompare(b.publishedAt))
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, skipped: [] }
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
    for (let start = 0; start < oldestFirst.length; start += BATCH) {
      const batch = oldestFirst.slice(start, start + BATCH)
      const comparison = await compareItems(tx, batch, options.withDeleted ?? false)
      await createEpisodes(tx, comparison.fresh)
      await updateEpisodes(tx, comparison.changed)
      countInto(report, comparison)
      options.onProgress?.(start + batch.length)
    }
  })
  return report
}

async function createEpisodes(tx: Transaction, candidates: Candidate[]) {
  if (candidates.length === 0) return
  const rows = candidates.map(({ item }) => ({ ...item, publishedAt: new Date(item.publishedAt) }))
  const created = await tx.insert(episodes).values(rows).returning({ id: episodes.id, guid: episodes.guid })
  const ids = new Map(created.map(({ guid, id }) => [guid, id]))
  await remember(
    tx,
    candidates.map((candidate) => ({ ...candidate, episodeId: ids.get(candidate.item.guid) })),
  )
}

async function updateEpisodes(tx: Transaction, changes: Change[]) {
  if (changes.length === 0) return
  await remember(tx, changes)
  for (const { episodeId, item, fields } of changes) {
    if (fields.length === 0) continue
    const values = Object.fromEntries(
      fields.map((field) => [field, field === "publishedAt" ? new Date(item.publishedAt) : item[field]]),
    )
    await tx
      .update(episodes)
      .set({ ...values, ...nextVersion(episodes) })
      .where(eq(episodes.id, episodeId))
  }
}

async function remember(tx: Transaction, rows: (Candidate & { episodeId?: number })[]) {
  await tx
    .insert(feedItems)
    .values(rows.map(({ item, digest, episodeId }) => ({ guid: item.guid, digest, item, episodeId })))
    .onConflictDoUpdate({
      target: feedItems.guid,
      set: {
        episodeId: sql`excluded.episode_id`,
        digest: sql`excluded.digest`,
        item: sql`excluded.item`,
        importedAt: sql`now()`,
      },
    })
}
