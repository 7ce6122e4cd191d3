import { eq, inArray, sql } from "drizzle-orm"
import { db, type Transaction } from "../../db/client.server.ts"
import { episodes, feedItems } from "../../db/schema.server.ts"
import type { FeedItem, SkippedItem } from "./feed-item.ts"
import { type PackedItem, unpackItem } from "./packed-item.ts"

export type ImportReport = { created: number; updated: number; unchanged: number; skipped: SkippedItem[] }

type Options = {
  /** Bring back episodes that the hosts deleted. */
  withDeleted?: boolean
  /** Called after each batch with the number of items dealt with so far. */
  onProgress?: (done: number) => void
}

const BATCH = 250
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
 * @param items unique by GUID, in any order; new episodes are created oldest first
 */
export async function importItems(items: PackedItem[], options: Options = {}): Promise<ImportReport> {
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

type Candidate = { item: FeedItem; digest: string }

async function importBatch(tx: Transaction, batch: PackedItem[], report: ImportReport, withDeleted: boolean) {
  const candidates = batch.map((packed) => ({ item: unpackItem(packed), digest: packed.digest }))
  const known = await findKnown(tx, candidates)
  const fresh: Candidate[] = []
  for (const candidate of candidates) {
    const { episodeId, digest } = known.get(candidate.item.guid) ?? {}
    if (episodeId === undefined && digest !== undefined && !withDeleted) {
      report.skipped.push({ position: 0, title: candidate.item.title, reason: DELETED })
    } else if (episodeId === undefined) {
      fresh.push(candidate)
    } else if (digest === candidate.digest) {
      report.unchanged += 1
    } else {
      report[await updateEpisode(tx, episodeId, candidate)] += 1
    }
  }
  if (fresh.length > 0) await createEpisodes(tx, fresh)
  report.created += fresh.length
}

const DELETED = "Supprimé du site par les hôtes (--with-deleted le rétablit)."

/** By GUID: the episode, unless deleted, and the digest of the item that the feed gave last time. */
async function findKnown(tx: Transaction, candidates: Candidate[]) {
  const guids = candidates.map(({ item }) => item.guid)
  const found = await tx
    .select({ guid: episodes.guid, id: episodes.id })
    .from(episodes)
    .where(inArray(episodes.guid, guids))
  const last = await tx
    .select({ guid: feedItems.guid, digest: feedItems.digest })
    .from(feedItems)
    .where(inArray(feedItems.guid, guids))

  const known = new Map<string, { episodeId?: number; digest?: string }>()
  for (const { guid, digest } of last) known.set(guid, { digest })
  for (const { guid, id } of found) {
    if (guid !== null) known.set(guid, { ...known.get(guid), episodeId: id })
  }
  return known
}

async function createEpisodes(tx: Transaction, candidates: Candidate[]) {
  const rows = candidates.map(({ item }) => ({ ...item, publishedAt: new Date(item.publishedAt) }))
  const created = await tx.insert(episodes).values(rows).returning({ id: episodes.id, guid: episodes.guid })
  const ids = new Map(created.map(({ guid, id }) => [guid, id]))
  await remember(
    tx,
    candidates.map((candidate) => ({ ...candidate, episodeId: ids.get(candidate.item.guid) })),
  )
}

async function updateEpisode(tx: Transaction, episodeId: number, candidate: Candidate) {
  const { item } = candidate
  const [row] = await tx
    .select({ episode: episodes, lastItem: feedItems.item })
    .from(episodes)
    .leftJoin(feedItems, eq(feedItems.guid, episodes.guid))
    .where(eq(episodes.id, episodeId))
  if (!row) throw new Error(`episode ${episodeId} disappeared during its import`)
  const current = { ...row.episode, publishedAt: row.episode.publishedAt.toISOString() }
  const changed = FIELDS.filter(
    (field) => current[field] === row.lastItem?.[field] && current[field] !== item[field],
  )
  await remember(tx, [{ ...candidate, episodeId }])
  if (changed.length === 0) return "unchanged"

  const values = Object.fromEntries(
    changed.map((field) => [field, field === "publishedAt" ? new Date(item.publishedAt) : item[field]]),
  )
  await tx
    .update(episodes)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(episodes.id, episodeId))
  return "updated"
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
