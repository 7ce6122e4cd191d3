import { and, eq, sql } from "drizzle-orm"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema.server.ts"
import { isPublic } from "../episodes/episodes.server.ts"

/**
 * Counts one opening of a published episode. It is no edit: neither the version nor the date of change moves.
 *
 * @returns the views with this one, or undefined when there is no such published episode
 */
export async function countOpening(episodeId: number) {
  const [counted] = await statement().execute({ episodeId })
  return counted?.views
}

const statement = preparedOnce(() =>
  db
    .update(episodes)
    // The column's largest value plus one would be an error.
    .set({ views: sql`least(${episodes.views}, 2147483646) + 1` })
    .where(and(eq(episodes.id, sql.placeholder("episodeId")), isPublic))
    .returning({ views: episodes.views })
    .prepare("count_opening"),
)
