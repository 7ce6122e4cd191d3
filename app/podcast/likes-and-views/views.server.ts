import { and, eq, sql } from "drizzle-orm"
import { countAttempt, forgiveAttempts, type RateLimit } from "#app/base/limits/rate-limits.server.ts"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { publicEpisodes } from "#app/db/public-episodes.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { isPublic } from "../episodes/episodes.server.ts"
import { findLikes } from "./likes.server.ts"

/** Offices and schools share an address; who invents sessions has one, too (docs/decisions/visitors.md). */
const PER_ADDRESS: RateLimit = { name: "view-address", points: 20, seconds: 3_600 }
const ONCE: RateLimit = { name: "view-opening", points: 1, seconds: 3_600 }

/** `session`: the browser's. `opening`: what it calls this opening of the page, so that one sent twice is one. */
type View = { address: string; session: string; view: string }

/**
 * Counts one opening of a published episode, unless it was counted already or its address had twenty within the hour.
 *
 * @returns what is live on the episode's page, or undefined when there is no such published episode
 */
export async function recordView(episodeId: number, { address, session, view }: View) {
  const [found] = await viewsStatement().execute({ episodeId })
  if (!found) return undefined
  const [views, likes] = await Promise.all([
    isCounted(`${episodeId} ${address}`, `${episodeId} ${session} ${view}`).then((isOne) =>
      isOne ? addView(episodeId) : found.views,
    ),
    findLikes(episodeId, session),
  ])
  return { views: views ?? found.views, ...likes }
}

async function isCounted(address: string, view: string) {
  if ((await countAttempt(PER_ADDRESS, address)) > 0) return false
  if ((await countAttempt(ONCE, view)) === 0) return true
  await forgiveAttempts(PER_ADDRESS, address, "one")
  return false
}

async function addView(episodeId: number) {
  const [counted] = await addStatement().execute({ episodeId })
  return counted?.views
}

const isThis = eq(episodeCounts.episodeId, sql.placeholder("episodeId"))

const viewsStatement = preparedOnce(() =>
  db
    .select({ views: episodeCounts.views })
    .from(episodeCounts)
    .innerJoin(publicEpisodes, eq(publicEpisodes.id, episodeCounts.episodeId))
    .where(and(isThis, isPublic))
    .prepare("views"),
)

const addStatement = preparedOnce(() =>
  db
    .update(episodeCounts)
    // The column's largest value plus one would be an error.
    .set({ views: sql`least(${episodeCounts.views}, 2147483646) + 1` })
    .from(publicEpisodes)
    .where(and(isThis, eq(publicEpisodes.id, episodeCounts.episodeId), isPublic))
    .returning({ views: episodeCounts.views })
    .prepare("count_opening"),
)
