import { and, eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { SOUNDS_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { listReservedEpisodes } from "#app/podcast/feed-out/feed-episodes.server.ts"
import { type Listener, ownRank, soundKeysOf } from "../feed/supporter-keys.server.ts"

/** So many are to be heard on the page; the others are in the feed. */
const MOST_EPISODES = 50

const { id, name, feedNumber, until, hasFeed } = supporters

/** All that somebody's page says of them; undefined of one who is gone, or had another feed then. */
export async function findOwn(listener: Listener | undefined) {
  if (!listener) return undefined
  const [own] = await db
    .select({ id, feedNumber, name, level: levels.name, rank: ownRank, until, hasFeed })
    .from(supporters)
    .leftJoin(levels, eq(levels.id, supporters.levelId))
    .where(isOwn(listener))
  return own
}

/** The newest episodes that only supporters hear, with the addresses of one of them. @param rank null where support has ended */
export async function listOwnEpisodes(listener: Listener, rank: number | null) {
  if (rank === null) return []
  const keyFor = await soundKeysOf(listener)
  const found = await listReservedEpisodes(rank, MOST_EPISODES)
  return found.flatMap(({ audioUrl, sound, ...episode }) => {
    const key = mediaKey(audioUrl)
    if (key && sound?.kind !== "audio") return []
    const { id, title, publishedAt, durationSeconds, hasPage } = episode
    const address = key ? audioUrl.replace("/media/", `${SOUNDS_PATH}${keyFor(key)}/`) : audioUrl
    return [{ id, title, publishedAt, durationSeconds, hasPage, address }]
  })
}

/** Gives somebody another feed: the address before, its sounds and all devices are void. @returns undefined if that was done already */
export async function renewFeed(listener: Listener): Promise<Listener | undefined> {
  const [renewed] = await db
    .update(supporters)
    .set({ feedNumber: sql`${feedNumber} + 1` })
    .where(isOwn(listener))
    .returning({ id, feedNumber })
  return renewed
}

const isOwn = (listener: Listener) => and(eq(id, listener.id), eq(feedNumber, listener.feedNumber))
