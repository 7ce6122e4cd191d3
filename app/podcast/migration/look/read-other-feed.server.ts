import { desc, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { publicEpisodes } from "#app/db/public-episodes.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { isPublic } from "../../episodes/episodes.server.ts"
import { collectItems } from "../../feeds-in/collect-items.server.ts"
import { isOwnAddress } from "../../feeds-in/own-address.server.ts"
import { openRemoteFeed } from "../../feeds-in/remote-feed.server.ts"
import { deserializeItem } from "../../feeds-in/serialized-item.ts"
import type { Lack } from "./feed-findings.ts"

/** Longer than people wait. */
const MAX_DOWNLOAD_MS = 60_000
/** How many episodes are named. */
const NAMED = 5
const MAX_TITLE = 100

/** What another host's feed says of itself, and its episodes by GUID. @throws FeedError */
export async function readOtherFeed(address: string, guard?: AddressGuard) {
  const opened = await openRemoteFeed(address, { guard, totalMs: MAX_DOWNLOAD_MS, isHere: isOwnAddress })
  const { items, channel } = await collectItems(opened)
  const titles = new Map(items.map((packed) => [packed.guid, deserializeItem(packed).title]))
  return { channel, titles }
}

/** The episodes of this site's feed by GUID, newest first. */
export async function listOwnGuids() {
  const rows = await db
    .select({ guid: publicEpisodes.guid, title: publicEpisodes.title })
    .from(publicEpisodes)
    .where(sql`${isPublic} and ${publicEpisodes.audioUrl} <> ''`)
    .orderBy(desc(publicEpisodes.publishedAt), desc(publicEpisodes.id))
  return new Map(rows.map(({ guid, title }) => [guid ?? "", title]))
}

/** What of some episodes is not among others. */
export function lackingIn(titles: Map<string, string>, others: Map<string, string>): Lack {
  const lacking = [...titles].filter(([guid]) => !others.has(guid))
  const first = lacking.slice(0, NAMED).map(([, title]) => title.slice(0, MAX_TITLE).toWellFormed())
  return { count: lacking.length, first }
}
