import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { FeedError, FeedStatusError, LedHereError } from "../../feeds-in/feed-error.ts"
import { FEED_PATH } from "../../feed-out/feed-address.ts"
import type { OldFeed } from "./feed-findings.ts"
import { lackingIn, listOwnGuids, readOtherFeed } from "./read-other-feed.server.ts"

/** Where this site's feed is found, too. */
const WAYS = [FEED_PATH, "/feed", "/rss", "/rss.xml"]

/** Asks the old host how far it sends subscribers on; nothing is stored. */
export async function lookAtOldFeed(address: string, guard?: AddressGuard): Promise<OldFeed> {
  try {
    const [{ channel, titles }, own] = await Promise.all([readOtherFeed(address, guard), listOwnGuids()])
    return {
      outcome: "there",
      newFeedUrl: channel?.newFeedUrl ?? null,
      isLocked: channel?.isLocked ?? null,
      episodes: titles.size,
      lacking: lackingIn(titles, own),
    }
  } catch (error) {
    if (error instanceof LedHereError) {
      const isFeed = WAYS.includes(new URL(error.address).pathname)
      return { outcome: "here", isFeed, isPermanent: error.isPermanent }
    }
    if (error instanceof FeedStatusError && (error.status === 404 || error.status === 410))
      return { outcome: "gone", reason: `L’ancien flux n’existe plus à cette adresse (${error.status}).` }
    if (error instanceof FeedError) return { outcome: "away", reason: error.message }
    throw error
  }
}
