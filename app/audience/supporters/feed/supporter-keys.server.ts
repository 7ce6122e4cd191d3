import { createHmac } from "node:crypto"
import { and, eq, or, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { mediaUses, media } from "#app/db/schema/media.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { mediumKey } from "#app/db/schema/columns.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { isReleased } from "#app/podcast/episodes/episodes.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { isSameText } from "#app/kit/lib/same-text.server.ts"
import { isActive } from "../people/supporters.server.ts"

// The addresses of supporters hold who they are and, signed, which of their feeds it is: no row holds a key, and none can be made without
// the site's secret. Another number, and all of them are void.

/** 128 bits. */
const BYTES = 16
const KEY = /^([1-9]\d{0,9})-([\w-]{22})$/

/** What somebody's level opens, with what all supporters have; null once their support has ended. */
export const ownRank = sql<number | null>`case when ${isActive} then coalesce(${levels.rank}, 0) end`

/** Whose feed it is. */
export type Listener = { id: number; feedNumber: number }

/** The secret by which all of this is signed: of what is signed at once, looked up once. */
export const secret = () => getSecret("supporters")

/** @param what it is for: what is signed for one thing is good for no other */
export function sign(by: string, { id, feedNumber }: Listener, what: string) {
  const digest = createHmac("sha256", by).update(`${what}:${id}:${feedNumber}`).digest()
  return `${id}-${digest.subarray(0, BYTES).toString("base64url")}`
}

/** What stands in the address of somebody's feed. */
export async function feedKeyOf(listener: Listener) {
  return sign(await secret(), listener, "feed")
}

/** What stands in the addresses of somebody's sounds, by the key of the medium. */
export async function soundKeysOf(listener: Listener) {
  const by = await secret()
  return (medium: string) => sign(by, listener, `sound:${medium}`)
}

/**
 * Whose key it is: undefined of one that was never made, or that another one replaced, and where hosts took the feed away.
 *
 * @param medium of a sound's key that of the medium; without it is the key of a feed
 * @returns with `rank`, undefined once their support has ended
 */
export async function findListener(key: string, medium?: string) {
  const id = parseId(KEY.exec(key)?.[1] ?? "")
  if (id === undefined) return undefined
  const [found] = await db
    .select({
      id: supporters.id,
      feedNumber: supporters.feedNumber,
      rank: ownRank,
    })
    .from(supporters)
    .leftJoin(levels, eq(levels.id, supporters.levelId))
    .where(and(eq(supporters.id, id), supporters.hasFeed))
  if (!found) return undefined
  const expected = sign(await secret(), found, medium === undefined ? "feed" : `sound:${medium}`)
  return isSameText(key, expected) ? { ...found, rank: found.rank ?? undefined } : undefined
}

/** Whether who is of a rank may hear a medium, as that of an episode that is out. @param rank as `findListener` found it */
export async function mayHear(medium: string, rank: number | undefined) {
  if (rank === undefined) return false
  const found = await db
    .select({ id: episodes.id })
    .from(media)
    .innerJoin(mediaUses, and(eq(mediaUses.mediumId, media.id), eq(mediaUses.source, "episodes")))
    .innerJoin(episodes, eq(episodes.id, mediaUses.rowId))
    .leftJoin(levels, eq(levels.id, episodes.reservedLevelId))
    .where(
      and(
        eq(media.key, medium),
        or(eq(mediumKey(episodes.audioUrl), medium), eq(mediumKey(episodes.supporterAudioUrl), medium)),
        isReleased,
        sql`coalesce(${levels.rank}, 0) <= ${rank}`,
      ),
    )
    .limit(1)
  return found.length > 0
}
