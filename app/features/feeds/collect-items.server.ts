import { FeedError } from "./feed-error.ts"
import type { SkippedItem } from "./feed-item.ts"
import { MAX_FEED_ITEMS } from "./feed-limits.ts"
import { describeLack } from "./feeds.copy.ts"
import { readFeed } from "./feed-reader.server.ts"
import type { OpenedFeed } from "./feed-source.server.ts"
import { type PackedItem, packItem } from "./packed-item.ts"

/**
 * Reads a feed to its end; `lack` says what its reader should know of it before an import. Throws a FeedError when it cannot be read or has more than 100,000 items.
 *
 * @param onItem called with the number of items met so far
 */
export async function collectItems({ source, charset }: OpenedFeed, onItem?: (count: number) => void) {
  const items: PackedItem[] = []
  const skipped: SkippedItem[] = []
  let withoutAudio = 0
  let count = 0
  for await (const entry of readFeed(source, { charset })) {
    count += 1
    if (count > MAX_FEED_ITEMS) throw new FeedError(TOO_MANY)
    if (entry.item?.audioUrl === null) withoutAudio += 1
    if (entry.item) items.push(packItem(entry.item))
    else skipped.push(entry.skipped)
    onItem?.(count)
  }
  return {
    items,
    skipped,
    lack: describeLack({ items: items.length, withoutAudio, skipped: skipped.length }),
  }
}

const TOO_MANY = "Ce flux compte trop d’épisodes : plus de 100 000."
