import { inArray, sql } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { findTwins } from "./duplicates.server.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import type { ImportReport } from "./feeds.schema.ts"
import { type Candidate, type Change, type Existing, findChanges } from "./import-changes.server.ts"
import type { Choices } from "./import-choices.ts"
import { describeRemarks } from "./feeds.copy.ts"
import { type SerializedItem, deserializeItem } from "./serialized-item.ts"
import { ownGuid } from "./shared-guid.ts"

/** The database, or a transaction in it. */
type Reader = Pick<Database, "select" | "execute">

export type Comparison = {
  fresh: Candidate[]
  changed: Change[]
  /** Deleted by the hosts, or left out by them before. */
  deleted: FeedItem[]
  /** Items that are the same as the last time, to the byte. */
  same: number
}

/** How many items to compare at a time. */
export const BATCH = 250
/** An episode to compare is there three times: its row, its last item and its new one. */
const SMALL_BATCH = 50
const DELETED = "Supprimé du site, ou laissé de côté lors d’un import."
const LEFT_OUT = "Laissé de côté."

type Options = {
  /** Items of deleted episodes count as fresh. */
  withDeleted: boolean
  choices: Choices
}

/**
 * Prepares the comparison of a feed with the episodes.
 *
 * @param items all of the feed's
 * @returns the function that compares at most `BATCH` of them, changing nothing: what it finds depends on what it was
 *   asked before, so the order is always that of an import
 */
export function createComparison(items: SerializedItem[], { withDeleted, choices }: Options) {
  const feedGuids = new Set(items.map(({ guid }) => guid))
  const sharedGuids = new Set(items.flatMap(({ sharedGuid }) => sharedGuid ?? []))
  const claimed = new Set<number>()

  return async (reader: Reader, batch: SerializedItem[]): Promise<Comparison> => {
    const comparison: Comparison = { fresh: [], changed: [], deleted: [], same: 0 }
    const read = batch.map((packed) => toCandidate(packed))
    const known = await findKnown(reader, read)
    const sounds = await findSounds(
      reader,
      read.map(guidInFeed).filter((guid) => sharedGuids.has(guid)),
    )
    const existing: Existing[] = []
    const unknown: Candidate[] = []
    for (const candidate of read.map((one) => withItsGuid(one, { known, sounds, feedGuids }))) {
      const { episodeId, digest } = known.get(candidate.item.guid) ?? {}
      if (episodeId !== undefined && digest === candidate.digest) comparison.same += 1
      else if (episodeId !== undefined) existing.push({ ...candidate, episodeId })
      else if (digest === undefined || withDeleted) unknown.push(candidate)
      else comparison.deleted.push(candidate.item)
    }
    const asked = unknown.filter((candidate) => !choices.isSeparate(candidate)).map(({ item }) => item)
    const twins = await findTwins(reader, asked, feedGuids, claimed)
    for (const candidate of unknown) {
      const twin = twins.get(candidate.item.guid)
      if (twin) existing.push({ ...candidate, episodeId: twin.id, twin: twin.title })
      else comparison.fresh.push(candidate)
    }
    for (let start = 0; start < existing.length; start += SMALL_BATCH) {
      comparison.changed.push(...(await findChanges(reader, existing.slice(start, start + SMALL_BATCH))))
    }
    return comparison
  }
}

/** Adds what a comparison found, or what was chosen of it, to the figures of an import. */
export function countInto(report: ImportReport, found: Countable) {
  const { fresh, changed, deleted, leftOut = [], same } = found
  const linked = changed.filter(({ twin }) => twin !== undefined).length
  const updated = changed.filter(({ twin, fields }) => twin === undefined && fields.length > 0).length
  report.created += fresh.length
  report.drafts += fresh.filter(isDraft).length
  report.linked += linked
  report.updated += updated
  report.unchanged += same + changed.length - linked - updated
  for (const { title } of deleted) report.skipped.push({ position: 0, title, reason: DELETED })
  for (const candidate of [...fresh, ...changed.filter(({ fields }) => fields.length > 0)])
    for (const reason of remarksOn(candidate))
      report.remarks.push({ position: 0, title: candidate.item.title, reason })
  for (const { item } of leftOut) report.skipped.push({ position: 0, title: item.title, reason: LEFT_OUT })
}

type Countable = Omit<Comparison, "changed"> & {
  changed: Omit<Change, "guest">[]
  leftOut?: Candidate[]
}

/** What is placed by a guess is for the hosts to publish. */
export function isDraft({ unreadDate, sharedGuid, isDraft: isDraftThere }: Candidate) {
  return isDraftThere === true || unreadDate !== undefined || sharedGuid !== undefined
}

/** Where an episode is there already, its date and its GUID are settled. */
export function remarksOn({ episodeId, ...candidate }: Candidate & { episodeId?: number }) {
  return episodeId === undefined ? describeRemarks(candidate) : (candidate.remarks ?? [])
}

function toCandidate(packed: SerializedItem): Candidate {
  const { digest, unreadDate, sharedGuid, isDraft: isDraftThere, remarks } = packed
  return { item: deserializeItem(packed), digest, unreadDate, sharedGuid, isDraft: isDraftThere, remarks }
}

function guidInFeed({ item, sharedGuid }: Candidate) {
  return sharedGuid ?? item.guid
}

type Settled = {
  known: Map<string, unknown>
  /** By GUID that several items have, the own one of the item that the site knows by it. */
  sounds: Map<string, string>
  feedGuids: Set<string>
}

/**
 * Of several items with one GUID the first in the feed keeps it, unless the site knows another of them by it; and an item that
 * once came under a GUID of its own stays there, also when it has become the only one.
 */
function withItsGuid(candidate: Candidate, { known, sounds, feedGuids }: Settled): Candidate {
  const guid = guidInFeed(candidate)
  const own = ownGuid(guid, candidate.item.audioUrl)
  const keeper = sounds.get(guid)
  const isOther =
    keeper !== own && (candidate.sharedGuid !== undefined || (keeper !== undefined && feedGuids.has(keeper)))
  return known.has(own) || isOther
    ? { ...candidate, item: { ...candidate.item, guid: own }, sharedGuid: guid }
    : { ...candidate, item: { ...candidate.item, guid }, sharedGuid: undefined }
}

async function findSounds(reader: Reader, guids: string[]) {
  if (guids.length === 0) return new Map<string, string>()
  const rows = await reader
    .select({ guid: feedItems.guid, audioUrl: sql<string | null>`${feedItems.item}->>'audioUrl'` })
    .from(feedItems)
    .where(inArray(feedItems.guid, guids))
  return new Map(rows.map(({ guid, audioUrl }) => [guid, ownGuid(guid, audioUrl)]))
}

/** By GUID: the episode, unless deleted, and the digest of the item that the feed gave last time. */
async function findKnown(reader: Reader, candidates: Candidate[]) {
  const guids = candidates.flatMap((candidate) => {
    const guid = guidInFeed(candidate)
    return [guid, ownGuid(guid, candidate.item.audioUrl)]
  })
  const found = await reader
    .select({ guid: episodes.guid, id: episodes.id })
    .from(episodes)
    .where(inArray(episodes.guid, guids))
  const last = await reader
    .select({ guid: feedItems.guid, digest: feedItems.digest, episodeId: feedItems.episodeId })
    .from(feedItems)
    .where(inArray(feedItems.guid, guids))

  const known = new Map<string, { episodeId?: number; digest?: string }>()
  for (const { guid, id } of found) if (guid !== null) known.set(guid, { episodeId: id })
  for (const { guid, digest, episodeId } of last)
    known.set(guid, { digest, episodeId: episodeId ?? known.get(guid)?.episodeId })
  return known
}
