import { inArray } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import { type Chapter, writeChapters } from "#app/kit/lib/chapters.ts"
import { type Soundbite, writeSoundbites } from "#app/kit/lib/soundbites.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { type FeedField, FIELD_LABELS } from "./feeds.schema.ts"
import type { SerializedItem } from "./serialized-item.ts"

export type Candidate = { item: FeedItem } & Pick<
  SerializedItem,
  "digest" | "unreadDate" | "sharedGuid" | "isDraft" | "remarks"
>

/** An item of an episode that is there; `twin` is its title where no feed knew it by this GUID. */
export type Existing = Candidate & { episodeId: number; twin?: string }

export type Change = Existing & {
  /** What the feed may overwrite; none where the hosts edited all that changed in the feed. */
  fields: FeedField[]
  /** As the episode has it. */
  guest: string
  /** As the episode has what may be written. */
  before: Partial<Omit<Current, "chapters" | "soundbites">> & {
    chapters?: Chapter[]
    soundbites?: Soundbite[]
  }
}

const FIELDS = Object.keys(FIELD_LABELS) as FeedField[]
const COMPARED = {
  id: episodes.id,
  title: episodes.title,
  guest: episodes.guest,
  hasNoGuest: episodes.hasNoGuest,
  description: episodes.description,
  audioUrl: episodes.audioUrl,
  audioType: episodes.audioType,
  audioBytes: episodes.audioBytes,
  durationSeconds: episodes.durationSeconds,
  season: episodes.season,
  number: episodes.number,
  givenNumber: episodes.givenNumber,
  chapters: episodes.chapters,
  soundbites: episodes.soundbites,
  thumbnailUrl: episodes.thumbnailUrl,
  youtubeUrl: episodes.youtubeUrl,
  spotifyUrl: episodes.spotifyUrl,
  publishedAt: episodes.publishedAt,
}
type Current = Required<Pick<FeedItem, FeedField>> & { hasNoGuest: boolean; givenNumber: number | null }

/** What of the episodes their items would overwrite (docs/decisions/feeds-in.md). An episode deleted meanwhile is left out. */
export async function findChanges(
  reader: Pick<Database, "select">,
  candidates: Existing[],
): Promise<Change[]> {
  const ids = candidates.map(({ episodeId }) => episodeId)
  const guids = candidates.map(({ item }) => item.guid)
  const rows = await reader.select(COMPARED).from(episodes).where(inArray(episodes.id, ids))
  const last = await reader
    .select({ guid: feedItems.guid, item: feedItems.item })
    .from(feedItems)
    .where(inArray(feedItems.guid, guids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byGuid = new Map(last.map(({ guid, item }) => [guid, item]))

  return candidates.flatMap((candidate) => {
    const { episodeId, twin } = candidate
    const last = byGuid.get(candidate.item.guid)
    const item = keepDate(candidate, last)
    const row = byId.get(episodeId)
    if (!row) return []
    const current = {
      ...row,
      chapters: writeChapters(row.chapters),
      soundbites: writeSoundbites(row.soundbites),
      publishedAt: row.publishedAt.toISOString(),
    }
    const isTheirs =
      twin === undefined
        ? (field: FeedField) => belongsToFeed(field, current, last)
        : (field: FeedField) => isMissing(field, current, item)
    const fields = FIELDS.filter(
      (field) =>
        current[field] !== saidOf(item, field) &&
        isTheirs(field) &&
        // A round that was announced is not taken back.
        !(field === "number" && item.number === null) &&
        !(isEmpty(saidOf(item, field)) && last?.hostsOwn?.includes(field)),
    )
    const hostsOwn = FIELDS.filter(
      (field) =>
        !isEmpty(current[field]) &&
        !fields.includes(field) &&
        (!isTheirs(field) || last?.hostsOwn?.includes(field)),
    )
    const told = new Set<string>([...fields, "title", "guest", "hasNoGuest"])
    const all = Object.entries({ ...current, chapters: row.chapters, soundbites: row.soundbites })
    const before = Object.fromEntries(all.filter(([field]) => told.has(field)))
    const kept = { ...item, ...(hostsOwn.length > 0 && { hostsOwn }) }
    return [{ ...candidate, item: kept, fields, guest: current.guest, before }]
  })
}

/** A date that was guessed anew, or is no longer said, moves nothing. */
function keepDate({ item, unreadDate }: Candidate, last: FeedItem | undefined): FeedItem {
  return unreadDate !== undefined && last ? { ...item, publishedAt: last.publishedAt } : item
}

/** It still holds what the feed said last, or the number that we gave because the feed said none. */
function belongsToFeed(field: FeedField, current: Current, last: FeedItem | undefined) {
  // What is said of the feed's file is not true of another one.
  if (OF_THE_AUDIO.has(field) && current.audioUrl !== (last?.audioUrl ?? null)) return false
  if (field === "number" && current.givenNumber !== null)
    return isGiven(current) || (current.number !== null && current.number === last?.number)
  return current[field] === (last && saidOf(last, field))
}

function saidOf(item: FeedItem, field: FeedField) {
  return field === "chapters" || field === "soundbites" ? (item[field] ?? "") : item[field]
}

const OF_THE_AUDIO = new Set<FeedField>(["audioType", "audioBytes", "durationSeconds"])

/** The hosts made the episode: the feed only adds what they left out. */
function isMissing(field: FeedField, current: Current, item: FeedItem) {
  if (field === "number" || field === "season")
    return item.number !== null && (current.number === null || isGiven(current))
  if (field === "guest" && current.hasNoGuest) return false
  const isOfOtherAudio = current.audioUrl !== null && current.audioUrl !== item.audioUrl
  if (isOfOtherAudio && (field === "audioType" || field === "audioBytes")) return false
  return isEmpty(current[field]) && !isEmpty(saidOf(item, field))
}

function isEmpty(value: string | number | null) {
  return value === null || value === ""
}

function isGiven({ number, givenNumber }: Current) {
  return number !== null && number === givenNumber
}
