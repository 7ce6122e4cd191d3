import { and, eq, sql } from "drizzle-orm"
import { countAttempt, countAttempts, type RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { episodeCounts, likes } from "#app/db/schema/visitors.server.ts"
import { isPublicEpisode } from "../episodes/episodes.server.ts"

/** How often one address may like or take back a like. */
const CLICKS: RateLimit = { name: "like", points: 60, seconds: 60 }
/** How often it may like one episode: sessions can be invented (docs/decisions/visitors.md). */
function likesOfEpisode(): RateLimit[] {
  const { likesPerHour } = siteSettings().rules
  return [
    { name: "like-episode-hour", points: likesPerHour, seconds: 3_600 },
    { name: "like-episode-day", points: 3 * likesPerHour, seconds: 86_400 },
  ]
}

/** Counts a click on an episode's like button. @returns 0, or the seconds to wait */
export async function countLikeClick(episodeId: number, isLiked: boolean, address: string) {
  const wait = await countAttempt(CLICKS, address)
  return wait > 0 || !isLiked ? wait : countAttempts(likesOfEpisode(), `${episodeId} ${address}`)
}

export type LikeState = { likes: number; isLiked: boolean }

/** How many likes an episode has, and whether one of them is this browser's. */
export async function findLikes(episodeId: number, sessionId: string): Promise<LikeState> {
  const [state] = await likesStatement().execute({ episodeId, sessionId })
  return state ?? { likes: 0, isLiked: false }
}

const likesStatement = preparedOnce(() =>
  db
    .select({
      likes: episodeCounts.likes,
      isLiked: sql<boolean>`exists (${db
        .select({ found: sql`1` })
        .from(likes)
        .where(
          and(
            eq(likes.episodeId, episodeCounts.episodeId),
            eq(likes.sessionId, sql.placeholder("sessionId")),
          ),
        )})`,
    })
    .from(episodeCounts)
    .where(eq(episodeCounts.episodeId, sql.placeholder("episodeId")))
    .prepare("likes"),
)

/**
 * Likes an episode, or takes the like back. Said twice, it is done once: a browser has one like per episode, whatever
 * it sends.
 *
 * @returns what is true afterwards, or undefined when there is no such published episode
 */
export async function setLike(episodeId: number, sessionId: string, isLiked: boolean) {
  if (!(await isPublicEpisode(episodeId))) return undefined
  if (isLiked) await db.insert(likes).values({ episodeId, sessionId }).onConflictDoNothing()
  else await db.delete(likes).where(and(eq(likes.episodeId, episodeId), eq(likes.sessionId, sessionId)))
  return findLikes(episodeId, sessionId)
}
