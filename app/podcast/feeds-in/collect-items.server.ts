import { createHash } from "node:crypto"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { Channel } from "./channel.ts"
import { dateItems } from "./date-items.ts"
import { type DayOrder, dayOrderOf } from "./feed-dates.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { FeedError } from "./feed-error.ts"
import type { SkippedItem } from "./feeds.schema.ts"
import { MAX_FEED_ITEMS } from "./feed-limits.ts"
import { describeLack } from "./feeds.copy.ts"
import { type FeedEntry, readFeed } from "./feed-reader.server.ts"
import type { OpenedFeed } from "./feed-source.server.ts"
import { copyOf, type SerializedItem, serializeItem } from "./serialized-item.ts"

/** A whole feed: its items, what it says of itself, and a digest of its bytes. */
export type CollectedFeed = Awaited<ReturnType<typeof collectItems>>

/**
 * Reads a feed to its end; `lack` says what its reader should know of it before an import. Throws a FeedError when it cannot be read or has more than 100,000 items.
 *
 * @param onItem called with the number of items met so far
 */
export async function collectItems({ source, charset }: OpenedFeed, onItem?: (count: number) => void) {
  const items: SerializedItem[] = []
  const skipped: SkippedItem[] = []
  const orders = new Set<DayOrder>()
  let withoutAudio = 0
  const hash = createHash("sha256")
  async function* pieces() {
    for await (const chunk of source) {
      hash.update(chunk)
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        await nextTurn()
        yield chunk.subarray(at, at + PIECE_BYTES)
      }
    }
  }
  const channels: Channel[] = []
  const onChannel = (channel: Channel) => void channels.push(channel)
  let count = 0
  for await (const entry of readFeed(pieces(), { charset, onChannel })) {
    count += 1
    if (count > MAX_FEED_ITEMS) throw new FeedError(TOO_MANY)
    if (entry.item?.audioUrl === null) withoutAudio += 1
    if (entry.item) {
      items.push(packed(entry))
      const order = dayOrderOf(entry.date)
      if (order) orders.add(order)
    } else skipped.push(entry.skipped)
    onItem?.(count)
  }
  await dateItems(items, { orders, language: channels[0]?.about.language ?? "" })
  return {
    items,
    skipped,
    channel: channels[0],
    digest: hash.digest("base64url"),
    lack: describeLack({ items: items.length, withoutAudio, skipped: skipped.length }),
  }
}

function packed({ item, date, remarks, sharedGuid }: FeedEntry & { item: FeedItem }): SerializedItem {
  return {
    ...serializeItem(item),
    ...(sharedGuid !== undefined && { sharedGuid: copyOf(sharedGuid) }),
    ...(item.publishedAt === "" && { unreadDate: copyOf(date.slice(0, MAX_DATE)) }),
    ...(remarks.length > 0 && { remarks: remarks.map(copyOf) }),
  }
}

const MAX_DATE = 120
/** Read at a time, between which others have their turn: a few milliseconds. */
const PIECE_BYTES = 16_384
const TOO_MANY = "Ce flux compte trop d’épisodes : plus de 100 000."
