import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { FeedError, LedHereError } from "../../feeds-in/feed-error.ts"
import { lackingIn, listOwnGuids, readOtherFeed } from "./read-other-feed.server.ts"
import type { NewFeed } from "./new-feed-findings.ts"

/** Whether the podcast's feed with its next host has what this one has; nothing is stored. */
export async function lookAtNewFeed(address: string, guard?: AddressGuard): Promise<NewFeed> {
  try {
    const [{ channel, titles }, own] = await Promise.all([readOtherFeed(address, guard), listOwnGuids()])
    return {
      outcome: "there",
      title: channel?.title ?? "",
      episodes: titles.size,
      own: own.size,
      lacking: lackingIn(own, titles),
      newFeedUrl: channel?.newFeedUrl ?? null,
    }
  } catch (error) {
    if (error instanceof LedHereError) return { outcome: "here" }
    if (error instanceof FeedError) return { outcome: "away", reason: error.message }
    throw error
  }
}
