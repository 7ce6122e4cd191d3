import { eq, inArray } from "drizzle-orm"
import type { Database } from "../../db/client.server.ts"
import { episodes, feedItems } from "../../db/schema.server.ts"
import type { FeedItem } from "./feed-item.ts"
import { type FeedField, FIELD_LABELS, type ImportReport } from "./feeds.schema.ts"
import { type PackedItem, unpackItem } from "./packed-item.ts"

/** The database, or a transaction in it. */
type Reader = Pick<Database, "select">

export type Candidate = { item: FeedItem; digest: string }
/** `fields`: what the feed may overwrite; none where the hosts edited all that changed in the feed. */
export type Change = Candidate & { episodeId: number; fields: FeedField[] }

export type Comparison = {
  fresh: Candidate[]
  changed: Change[]
  deleted: FeedItem[]
  /** Items that are the same as the last time, to the byte. */
  same: number
}

/** How many items to compare at a time. */
export const BATCH = 250
/** An episode to compare is there three times: its row, its last item and its new one. */
const SMALL_BATCH = 50
const FIELDS = Object.keys(FIELD_LABELS) as FeedField[]
const COMPARED = {
  id: episodes.id,
  title: episodes.title,
  guest: episodes.guest,
  description: episodes.description,
  audioUrl: episodes.audioUrl,
  audioType: episodes.audioType,
  audioBytes: episodes.audioBytes,
  durationSeconds: episodes.durationSeconds,
  season: episodes.season,
  number: episodes.number,
  thumbnailUrl: episodes.thumbnailUrl,
  youtubeUrl: episodes.youtubeUrl,
  spotifyUrl: episodes.spotifyUrl,
  publishedAt: episodes.publishedAt,
}
const DELETED = "Supprimé du site par les hôtes."

/**
 * Compares at most `BATCH` items with the episodes, changing nothing. Items of deleted episodes count as fresh
 * `withDeleted`.
 */
export async function compareItems(
  reader: Reader,
  batch: PackedItem[],
  withDeleted: boolean,
): Promise<Comparison> {
  const comparison: Comparison = { fresh: [], changed: [], deleted: [], same: 0 }
  const candidates = batch.map((packed) => ({ item: unpackItem(packed), digest: packed.digest }))
  const known = await findKnown(reader, candidates)
  const differing: (Candidate & { episodeId: number })[] = []
  for (const candidate of candidates) {
    const { episodeId, digest } = known.get(candidate.item.guid) ?? {}
    if (episodeId !== undefined && digest === candidate.digest) comparison.same += 1
    else if (episodeId !== undefined) differing.push({ ...candidate, episodeId })
    else if (digest === undefined || withDeleted) comparison.fresh.push(candidate)
    else comparison.deleted.push(candidate.item)
  }
  for (let start = 0; start < differing.length; start += SMALL_BATCH) {
    comparison.changed.push(...(await findChanges(reader, differing.slice(start, start + SMALL_BATCH))))
  }
  return comparison
}

/** Adds what a comparison found to the figures of an import. */
export function countInto(report: ImportReport, { fresh, changed, deleted, same }: Comparison) {
  const updated = changed.filter(({ fields }) => fields.length > 0).length
  report.created += fresh.length
  report.updated += updated
  report.unchanged += same + changed.length - updated
  for (const { title } of deleted) report.skipped.push({ position: 0, title, reason: DELETED })
}

/** By GUID: the episode, unless deleted, and the digest of the item that the feed gave last time. */
async function findKnown(reader: Reader, candidates: Candidate[]) {
  const guids = candidates.map(({ item }) => item.guid)
  const found = await reader
    .select({ guid: episodes.guid, id: episodes.id })
    .from(episodes)
    .where(inArray(episodes.guid, guids))
  const last = await reader
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

async function findChanges(
  reader: Reader,
  candidates: (Candidate & { episodeId: number })[],
): Promise<Change[]> {
  const ids = candidates.map(({ episodeId }) => episodeId)
  const rows = await reader
    .select({ episode: COMPARED, lastItem: feedItems.item })
    .from(episodes)
    .leftJoin(feedItems, eq(feedItems.guid, episodes.guid))
    .where(inArray(episodes.id, ids))
  const byId = new Map(rows.map((row) => [row.episode.id, row]))
  // An episode deleted this very moment is not in the rows, and not the feed's business any more.
  return candidates.flatMap((candidate) => {
    const row = byId.get(candidate.episodeId)
    if (!row) return []
    const current = { ...row.episode, publishedAt: row.episode.publishedAt.toISOString() }
    const fields = FIELDS.filter(
      (field) => current[field] === row.lastItem?.[field] && current[field] !== candidate.item[field],
    )
    return [{ ...candidate, fields }]
  })
}
