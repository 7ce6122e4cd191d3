import { createHash } from "node:crypto"
import type { FeedItem } from "#app/db/schema/feed-item.ts"

/**
 * An item that waits for its turn: its JSON in UTF-8, outside the heap and a quarter of what its strings take there.
 * With it comes what is needed before its turn: its GUID, its date, whether it has a number, and a digest to compare it by.
 */
export type SerializedItem = {
  guid: string
  publishedAt: string
  isNumbered: boolean
  digest: string
  json: Buffer
  /** The GUID that it has in its feed, where another episode there has it, too. */
  sharedGuid?: string
  /** What its feed says instead of a date that can be read; `publishedAt` is then a guess that `digest` does not know of. */
  unreadDate?: string
  /** Where it comes from it was not published. */
  isDraft?: true
  /** What was put right in it, in French. */
  remarks?: string[]
}

export function serializeItem(item: FeedItem): SerializedItem {
  const json = Buffer.from(JSON.stringify(item))
  return {
    guid: copyOf(item.guid),
    publishedAt: copyOf(item.publishedAt),
    isNumbered: item.number !== null,
    digest: createHash("sha256").update(json).digest("base64"),
    json,
  }
}

export function deserializeItem({ json }: SerializedItem): FeedItem {
  return JSON.parse(json.toString())
}

/** Oldest first, as they get their rounds; those that bring theirs before all others. */
export function inImportOrder(items: SerializedItem[]) {
  return items.toSorted(
    (a, b) => Number(b.isNumbered) - Number(a.isNumbered) || a.publishedAt.localeCompare(b.publishedAt),
  )
}

/** The original may be a slice that keeps the whole feed in memory. */
export function copyOf(text: string) {
  return Buffer.from(text).toString()
}
