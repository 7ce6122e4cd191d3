import { setImmediate } from "node:timers/promises"
import type { Channel } from "./channel.ts"
import { decodeFeed } from "./feed-decoder.server.ts"
import type { SkippedItem } from "./feeds.schema.ts"
import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { type MappedItem, mapItem, type ReadItem } from "./feed-item-mapping.server.ts"
import { createFeedParser } from "./feed-parser.server.ts"
import type { ParsedItem } from "./feed-parser.server.ts"
import type { RawItem } from "./raw-item.ts"
import { createRepeats, ownGuid } from "./shared-guid.ts"

/** One item of a feed: taken, or skipped with its reason. `sharedGuid`: in the feed it has the GUID of another. */
export type FeedEntry =
  (ReadItem & { sharedGuid?: string; skipped?: undefined }) | { item?: undefined; skipped: SkippedItem }

/**
 * Reads a podcast feed (RSS 2.0 with iTunes, Podcasting 2.0, content and media elements) as it arrives, in constant
 * memory. `charset` is the one of the HTTP header. Yields every item in the feed's order; an item that comes again under
 * its GUID is skipped, another one under the same gets its own; `onChannel` gets what the channel says of itself, at the end. Throws a FeedError when it is no feed, is empty, or passes 100 MB.
 */
export async function* readFeed(
  source: AsyncIterable<Uint8Array>,
  { charset, onChannel }: { charset?: string; onChannel?: (channel: Channel) => void } = {},
): AsyncGenerator<FeedEntry> {
  const parser = createFeedParser()
  const toEntry = createEntryMaker()
  let last = 0
  let working = performance.now()
  for await (const text of decodeFeed(source, charset))
    for (const parsed of parser.write(text)) {
      last = parsed.raw.position
      yield await toEntry(parsed)
      // What has arrived already is read without a pause otherwise, and everybody else would wait for its end.
      if (performance.now() - working > MAX_WORK_MS) {
        await setImmediate()
        working = performance.now()
      }
    }
  for (const parsed of parser.end()) {
    last = 0
    yield await toEntry(parsed)
  }
  onChannel?.(parser.channel())
  // Cut between two items: nothing is broken, but nobody can tell what is missing.
  if (!parser.isWhole() && last > 0) yield { skipped: { position: last + 1, title: "", reason: ENDS_EARLY } }
}

/**
 * What a feed says of its podcast before its first episode, which is all of it in nearly every feed: no more is fetched.
 * Throws a FeedError when it is no feed.
 */
export async function readChannel({
  source,
  charset,
}: {
  source: AsyncIterable<Uint8Array>
  charset?: string
}) {
  const parser = createFeedParser()
  for await (const text of decodeFeed(source, charset))
    if (parser.write(text).length > 0) return parser.channel()
  parser.end()
  return parser.channel()
}

function createEntryMaker() {
  const tell = createRepeats()

  return async ({ raw, cut }: ParsedItem): Promise<FeedEntry> => {
    const { title, ...mapped } = raw.size <= SHORT ? mapItem(raw) : ((await mapInThread(raw)) ?? UNREADABLE)
    const skip = (reason: string): FeedEntry => ({ skipped: { position: raw.position, title, reason } })
    if (cut) return skip(CUT)
    if (!mapped.item) return skip(mapped.reason)
    const { item, date, remarks } = mapped
    const { guid, audioUrl } = item
    const isKnown = tell(item)
    if (isKnown === "repeated")
      return skip(`Identifiant déjà présent plus haut dans ce flux : ${guid.slice(0, 200)}`)
    if (isKnown === "first") return { item, date, remarks }
    return { item: { ...item, guid: ownGuid(guid, audioUrl) }, date, remarks, sharedGuid: guid }
  }
}

/** What takes a few milliseconds whatever is in it; nearly every item says less. In characters. */
const SHORT = 10_000
const mapInThread = readerInThread<RawItem, MappedItem>("feed-item")

const MAX_WORK_MS = 20
const UNREADABLE: MappedItem = { title: "", reason: "Cet épisode n’a pas pu être lu." }
const CUT = "Le fichier s'arrête au milieu de cet épisode."
const ENDS_EARLY = "Le fichier s'arrête avant la fin du flux : des épisodes manquent peut-être."
